import { startSandbox } from "./start-sandbox.ts";

const number = (name: string, usual: number): number => {
  const text = process.env[name];
  const value = text === undefined || text === "" ? usual : Number(text);
  if (!Number.isFinite(value) || value < 0) {
    console.error(`${name} is a number from 0 (is "${text}")`);
    process.exit(1);
  }
  return value;
};
const port = number("SANDBOX_PORT", 8090);

const sandbox = await startSandbox({
  port,
  smtpPort: number("SANDBOX_SMTP_PORT", 8091),
  seed: number("SANDBOX_SEED", 20_260_101),
  requestsPerSecond: number("SANDBOX_SPEED", 25),
  dataDir: process.env.DATA_DIR || "data",
  publicUrl: process.env.PUBLIC_URL || `http://localhost:${number("PORT", 8080)}`,
  adsUrl: process.env.ADS_URL || `http://localhost:${number("DELIVERY_PORT", 8081)}`,
  sandboxUrl: process.env.SANDBOX_URL || `http://localhost:${port}`,
  webhookUrl: process.env.SANDBOX_WEBHOOK_URL,
  webhookSecret: process.env.STRIPE_WEBHOOK_SECRET || "demo-stripe-webhook-secret",
  secretKey: process.env.STRIPE_SECRET_KEY || "demo-stripe-secret-key",
});
console.log(`sandbox listens on ${sandbox.port}`);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await sandbox.stop();
  process.exit(0);
}
process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());

// A parent that was killed cannot ask: watch whether it is still there.
const parent = process.ppid;
setInterval(() => process.ppid !== parent && void stop(), 1000).unref();
