import path from "node:path";

export type SandboxConfig = {
  host: string;
  port: number;
  smtpPort: number;
  /** The browser's URL of this process. */
  sandboxUrl: string;
  /** The product's URL for links and webhooks. */
  publicUrl: string;
  adsUrl: string;
  /** The exchange's secret; "" if the bidder needs none. */
  exchangeSecret: string;
  webhookUrl: string;
  webhookSecret: string;
  dataDir: string;
  seed: number;
  requestsPerSecond: number;
  /** First-price or second-price auctions, and the exchange's fee in whole percent. */
  auction: "first" | "second";
  feePercent: number;
  /** Where the proxy in front of the bidder listens; null without one. */
  proxyPort: number | null;
};

/** An invalid variable; its message is all that is printed. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

const maxRequestsPerSecond = 500;

function auctionType(text = "second"): "first" | "second" {
  if (text === "first" || text === "second") return text;
  throw new ConfigError("SANDBOX_AUCTION: must be first or second");
}

/** Reads the environment. @throws ConfigError with one line for a bad value. */
export function readConfig(env: NodeJS.ProcessEnv): SandboxConfig {
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const text = env[name];
    if (text === undefined || text === "") return fallback;
    const value = Number(text);
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new ConfigError(`${name}: must be a whole number from ${least} to ${most}`);
    }
    return value;
  };
  const url = (name: string, fallback: string): string => {
    const text = env[name] || fallback;
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new ConfigError(`${name}: must be an http:// or https:// address`);
    }
    return text.endsWith("/") ? text.slice(0, -1) : text;
  };
  const port = (name: string, fallback: number): number => whole(name, fallback, 0, 65_535);
  const sandboxPort = port("SANDBOX_PORT", 8090);
  const publicUrl = url("PUBLIC_URL", `http://localhost:${port("PORT", 8080)}`);
  return {
    host: env.HOST || "127.0.0.1",
    port: sandboxPort,
    smtpPort: port("SANDBOX_SMTP_PORT", sandboxPort + 1),
    sandboxUrl: url("SANDBOX_URL", `http://localhost:${sandboxPort}`),
    publicUrl,
    adsUrl: url("ADS_URL", `http://localhost:${port("DELIVERY_PORT", 8081)}`),
    exchangeSecret: env.SANDBOX_EXCHANGE_SECRET || "",
    webhookUrl: url("SANDBOX_WEBHOOK_URL", `${publicUrl}/stripe/webhook`),
    webhookSecret: env.STRIPE_WEBHOOK_SECRET || "demo-stripe-webhook-secret",
    dataDir: path.resolve(env.DATA_DIR || "data", "sandbox"),
    seed: whole("SANDBOX_SEED", 1, 0, 2 ** 32 - 1),
    requestsPerSecond: whole("SANDBOX_SPEED", 5, 0, maxRequestsPerSecond),
    auction: auctionType(env.SANDBOX_AUCTION),
    feePercent: whole("SANDBOX_FEE", 0, 0, 99),
    proxyPort: env.SANDBOX_PROXY_PORT ? port("SANDBOX_PROXY_PORT", 0) : null,
  };
}
