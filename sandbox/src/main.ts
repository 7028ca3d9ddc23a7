import { ConfigError, readConfig } from "./config.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";

const parentCheckMs = 500;
const stopTimeoutMs = 10_000;

let starting: Promise<Sandbox> | null = null;
let isStopping = false;

/** Stops everything in order, and exits in any case. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(code || 1), stopTimeoutMs).unref();
  try {
    await (await starting)?.stop();
  } catch (error) {
    console.error("The sandbox did not stop in order:", error);
    process.exit(code || 1);
  }
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));

// The parent process may be killed without notice; this one then exits too.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void stop(0);
}, parentCheckMs).unref();

process.on("unhandledRejection", (error) => {
  console.error("The sandbox met an error that nobody caught:", error);
  void stop(1);
});

/** One line for errors the operator can fix. */
function explain(error: unknown): string | unknown {
  if (error instanceof ConfigError) return error.message;
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  return code === "EADDRINUSE" ? `port ${port} is taken; set SANDBOX_PORT or SANDBOX_SMTP_PORT to a free one` : error;
}

try {
  starting = startSandbox(readConfig(process.env));
  const sandbox = await starting;
  console.log(`Sandbox at ${sandbox.url}, mail at smtp://127.0.0.1:${sandbox.smtpPort}`);
} catch (error) {
  console.error("The sandbox cannot start:", explain(error));
  process.exit(1);
}
