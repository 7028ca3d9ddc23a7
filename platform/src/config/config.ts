import path from "node:path";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { LogLevel } from "../log.ts";
import { type Environment, platformVariables, readEnvironment, type Values, type Variables } from "./environment.ts";
import { type Exchange, exchangesOf, isOpen, sandboxExchange, sandboxSecret, unknownExchange } from "./exchanges.ts";
import { type Providers, providersOf } from "./providers.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/** An unusable setting: its message is one clear line for the terminal. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The platform's own configuration; `Config` adds the modules' sections. */
export type PlatformConfig = {
  production: boolean;
  /** Demo data and sandboxed external services. */
  demo: boolean;
  host: string;
  port: number;
  deliveryPort: number;
  sandboxPort: number;
  dataDir: string;
  /** Public URL of the API and the web app, without a trailing slash. */
  publicUrl: string;
  /** The origin of ads, trackers and bids. */
  adsUrl: string;
  /** The internal URL of the API for the other processes. */
  internalUrl: string;
  /** The sandbox's URL; null outside the demo. */
  sandboxUrl: string | null;
  /** null: the embedded PostgreSQL of the data folder. */
  databaseUrl: string | null;
  /** null: ClickHouse inside the API process. */
  clickhouseUrl: string | null;
  /** Redis for caps across delivery processes; null: each counts alone and shares counts every few seconds. */
  redisUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Address for replies to mails and for questions; null: the sender. */
  mailReplyTo: string | null;
  logLevel: LogLevel;
  /** Proxies whose X-Forwarded-* headers are trusted: addresses or ranges. */
  trustProxy: string[];
  /** The exchanges that may request bids; in the demo the sandbox is one of them. */
  exchanges: Exchange[];
  /** Their domains as advertising systems in ads.txt files, by exchange name. */
  exchangeDomains: Record<string, string>;
  /** User sync URLs by exchange name; `{id}` is the visitor's id. */
  exchangeSync: Record<string, string>;
  /** The bidder's TCF vendor id; null if it is not a registered vendor. */
  tcfVendorId: number | null;
  /** For exchanges that use other currencies than accounts. */
  currencyRates: CurrencyRates;
  /** The file of daily exchange rates; null: only those entered by hand. */
  exchangeRatesUrl: string | null;
  /** Maximum calls per minute of one caller. */
  requestsPerMinute: number;
  /** Hours without an impression after which an active campaign raises an alert. */
  silenceAlertHours: number;
  /** Hosts with private addresses that outgoing requests may reach. */
  privateHosts: string[];
  secrets: Secrets;
  providers: Providers;
  /** The program that converts videos: a path, or a name in PATH. */
  ffmpegPath: string;
  /** Chromium for running uploaded banners; null: they are checked without a browser. */
  chromiumPath: string | null;
};

/**
 * The modules' part of the configuration. A module merges its own: `declare module ".../platform/config/config" {
 * interface ModuleConfig extends BillingConfig {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules merge their part into it
export interface ModuleConfig {}

/** The whole configuration of the application. */
export type Config = PlatformConfig & ModuleConfig;

/** Variables that a module declares, and the configuration derived from them. */
export type ConfigSection<C, V extends Variables = Variables> = {
  variables: V;
  /** @throws ConfigError with one line that names the variable. */
  read(values: Values<V>, mode: { production: boolean }): C;
};

/**
 * The environment as one typed object, read once at the start of a process: the platform's variables, and those of a
 * section.
 * @throws ConfigError with one line that names the variable and its valid values.
 */
export function readConfig(env: Record<string, string | undefined>): PlatformConfig;
export function readConfig<C, V extends Variables>(
  env: Record<string, string | undefined>,
  section: ConfigSection<C, V>,
): PlatformConfig & C;
export function readConfig<C, V extends Variables>(
  env: Record<string, string | undefined>,
  section?: ConfigSection<C, V>,
): PlatformConfig & Partial<C> {
  const read = readEnvironment(env, { ...platformVariables, ...section?.variables });
  if (!read.ok) throw new ConfigError(read.message);
  const e = read.values as Environment & Values<V>;
  const { PRODUCTION: production } = e;
  if (production) refuseOutsideProduction(e, env);
  return { ...section?.read(e, { production }), ...platformConfigOf(e) } as PlatformConfig & Partial<C>;
}

function platformConfigOf(e: Environment): PlatformConfig {
  const demo = e.DEMO === "on" && !e.PRODUCTION;
  const dataDir = path.resolve(e.DATA_DIR);
  const secrets = readSecrets(dataDir, {
    session: e.SESSION_SECRET,
    signing: e.SIGNING_SECRET,
    internal: e.INTERNAL_SECRET,
  });
  const exchanges = exchangesFrom(e, demo, secrets);
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  const sandboxUrl = demo ? (e.SANDBOX_URL ?? `http://localhost:${e.SANDBOX_PORT}`) : null;
  return {
    production: e.PRODUCTION,
    demo,
    host: e.HOST ?? (e.PRODUCTION ? "0.0.0.0" : "127.0.0.1"),
    port: e.PORT,
    deliveryPort: e.DELIVERY_PORT,
    sandboxPort: e.SANDBOX_PORT,
    dataDir,
    publicUrl,
    adsUrl: e.ADS_URL ?? `http://localhost:${e.DELIVERY_PORT}`,
    internalUrl: e.INTERNAL_URL ?? `http://127.0.0.1:${e.PORT}`,
    sandboxUrl,
    databaseUrl: e.DATABASE_URL ?? null,
    clickhouseUrl: e.CLICKHOUSE_URL ?? null,
    redisUrl: e.REDIS_URL ?? null,
    smtpUrl: e.SMTP_URL ?? (sandboxUrl ? `smtp://127.0.0.1:${e.SANDBOX_SMTP_PORT}` : null),
    mailFrom: e.MAIL_FROM ?? `Litfass <no-reply@${new URL(publicUrl).hostname}>`,
    mailReplyTo: e.MAIL_REPLY_TO ?? null,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    exchanges,
    exchangeDomains: { ...e.EXCHANGE_DOMAINS, ...(demo ? { [sandboxExchange]: "sandbox-exchange.example" } : {}) },
    exchangeSync: e.EXCHANGE_SYNC,
    tcfVendorId: e.TCF_VENDOR_ID ?? null,
    currencyRates: e.CURRENCY_RATES ?? usualCurrencyRates,
    exchangeRatesUrl: ratesUrlOf(e.EXCHANGE_RATES_URL, sandboxUrl),
    requestsPerMinute: e.REQUESTS_PER_MINUTE,
    silenceAlertHours: e.SILENCE_ALERT_HOURS,
    privateHosts: [...e.PRIVATE_HOSTS, ...(sandboxUrl ? [new URL(sandboxUrl).host] : [])],
    secrets,
    providers: providersOf(e, sandboxUrl),
    ffmpegPath: e.FFMPEG_PATH ?? "ffmpeg",
    chromiumPath: e.CHROMIUM_PATH ?? null,
  };
}

/** Forbidden and required settings of an installation with real customers. */
function refuseOutsideProduction(e: Environment, env: Record<string, string | undefined>): void {
  if (env.DEMO === "on") throw new ConfigError("DEMO: demo data and --production exclude each other; remove DEMO=on");
  for (const name of ["PUBLIC_URL", "ADS_URL"] as const) {
    const url = e[name];
    if (!url) throw new ConfigError(`${name}: must be set with --production`);
    if (!url.startsWith("https://") && !isLoopback(url)) {
      throw new ConfigError(`${name}: must start with https:// with --production (is "${url}")`);
    }
  }
  if (e.SANDBOX_URL) throw new ConfigError("SANDBOX_URL: the sandbox does not run with --production; remove it");
  if (!e.SMTP_URL) throw new ConfigError("SMTP_URL: must be set with --production, mails have nowhere to go");
}

const centralBankRates = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

/** The configured file of exchange rates, or the European Central Bank's; in the demo the sandbox's. */
function ratesUrlOf(given: string | undefined, sandboxUrl: string | null): string | null {
  if (given === "off") return null;
  return given ?? (sandboxUrl ? `${sandboxUrl}/ecb/stats/eurofxref/eurofxref-daily.xml` : centralBankRates);
}

const exchangeVariables = [
  "EXCHANGE_SECRETS",
  "EXCHANGE_NETWORKS",
  "EXCHANGE_BANNER_LIMITS",
  "EXCHANGE_PRICE_KEYS",
  "EXCHANGE_FEES",
  "EXCHANGE_MARGINS",
] as const;

/**
 * @throws ConfigError if a secret or networks belong to no exchange, and with --production if an exchange has
 * neither.
 */
function exchangesFrom(e: Environment, demo: boolean, secrets: Secrets): Exchange[] {
  const exchanges = exchangesOf({
    names: [...e.EXCHANGES, ...(demo ? [sandboxExchange] : [])],
    secrets: { ...(demo ? { [sandboxExchange]: sandboxSecret(secrets.signing) } : {}), ...e.EXCHANGE_SECRETS },
    networks: e.EXCHANGE_NETWORKS,
    bannerLimits: e.EXCHANGE_BANNER_LIMITS,
    priceKeys: e.EXCHANGE_PRICE_KEYS,
    fees: e.EXCHANGE_FEES,
    margins: { minimum: e.MINIMUM_MARGIN, target: e.TARGET_MARGIN },
    minimumMargins: e.EXCHANGE_MARGINS,
  });
  for (const variable of exchangeVariables) {
    const unknown = unknownExchange(e[variable], exchanges);
    if (unknown !== undefined) throw new ConfigError(`${variable}: "${unknown}" is not among EXCHANGES`);
  }
  const open = exchanges.find(isOpen);
  if (e.PRODUCTION && open) {
    throw new ConfigError(
      `EXCHANGES: "${open.name}" needs a secret in EXCHANGE_SECRETS or addresses in EXCHANGE_NETWORKS with --production`,
    );
  }
  return exchanges;
}

const isLoopback = (url: string): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
