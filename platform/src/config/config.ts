import { hostname } from "node:os";
import path from "node:path";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { trimEnd } from "@litfass/contract/kernel/trim";
import type { BackupPlace } from "../clickhouse/server-backup-sql.ts";
import type { LogLevel } from "../log/log.ts";
import { exchangeFaults, productionFaults } from "./config-faults.ts";
import { type Environment, isDemo, platformVariables, type Values, type Variables } from "./environment.ts";
import { type Exchange, exchangesOf, type Margins, sandboxExchange, sandboxSecret } from "./exchanges.ts";
import { type Providers, providersOf } from "./providers.ts";
import { type ConfigFault, readEnvironment } from "./read-environment.ts";
import { readSecrets, type Secrets } from "./secrets.ts";

/** Unusable settings: the message has one clear line for the terminal for each. */
export class ConfigError extends Error {
  override name = "ConfigError";
  readonly faults: ConfigFault[];
  constructor(faults: ConfigFault[]) {
    super(faults.map(({ variable, problem }) => `${variable}: ${problem}`).join("\n"));
    this.faults = faults;
  }
}

/** In production; nobody waits for a demo. */
export const usualDrainSeconds = 30;

/** The platform's own configuration; `Config` adds the modules' sections. */
export type PlatformConfig = {
  production: boolean;
  /** Demo data and sandboxed external services. */
  demo: boolean;
  host: string;
  port: number;
  deliveryPort: number;
  sandboxPort: number;
  sandboxSmtpPort: number;
  dataDir: string;
  /** Public URL of the API and the web app, without a trailing slash. */
  publicUrl: string;
  /** The origin of ads, trackers and bids. */
  adsUrl: string;
  /** The internal URL of the API for the other processes. */
  internalUrl: string;
  /** Where other ad servers reach this one, without a trailing slash. */
  deliveryInternalUrl: string;
  /** The sandbox's URL; null outside the demo. */
  sandboxUrl: string | null;
  /** null: the embedded PostgreSQL of the data folder. */
  databaseUrl: string | null;
  /** A streaming replica of `databaseUrl` for reports; null: they are read from the primary. */
  databaseReplicaUrl: string | null;
  /** How far the replica may be behind to be read. */
  replicaMaxLagMs: number;
  /** null: ClickHouse inside the API process. */
  clickhouseUrl: string | null;
  /** The name of the cluster that `clickhouseUrl` belongs to; null for a single server. */
  clickhouseCluster: string | null;
  /** Where the server of `clickhouseUrl` keeps its backups; null: they are not part of a backup. */
  clickhouseBackups: BackupPlace | null;
  /** The bucket of uploaded and generated files; null: a folder in the data folder. */
  bucket: { bucket: string; prefix: string; endpoint: string | null; region: string } | null;
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
  /** The operator's part of the customer's price where no exchange has its own. */
  margins: Margins;
  /** User sync URLs by the name of an exchange or another partner; `{id}` is the visitor's id. */
  exchangeSync: Record<string, string>;
  /** The bidder's TCF vendor id; null if it is not a registered vendor. */
  tcfVendorId: number | null;
  /** For exchanges that use other currencies than accounts. */
  currencyRates: CurrencyRates;
  /** The file of daily exchange rates; null: only those entered by hand. */
  exchangeRatesUrl: string | null;
  /** The public services of the Swiss UID register; null: companies are not looked up. */
  companyRegisterUrl: string | null;
  /** Maximum calls per minute of one caller. */
  requestsPerMinute: number;
  /** The longest time for which a process that is told to stop finishes what it began. */
  drainMs: number;
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
  /** Whether the pages that campaigns lead to are opened before the start and daily. */
  checksLandingPages: boolean;
  /** A file of hosts that no campaign may lead to; null without one. */
  malwareHostsFile: string | null;
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
  /** What is wrong with values that are valid by themselves. */
  faults(values: Values<V>, mode: { production: boolean }): ConfigFault[];
  read(values: Values<V>): C;
};

/** The variables' values, and every fault of them. Reads nothing else and writes nothing. */
export function checkEnvironment<C, V extends Variables>(
  env: Record<string, string | undefined>,
  section?: ConfigSection<C, V>,
): { values: Environment & Values<V>; faults: ConfigFault[] } {
  const read = readEnvironment(env, { ...platformVariables, ...section?.variables });
  const values = read.values as Environment & Values<V>;
  const production = values.PRODUCTION;
  const found = [
    ...read.faults,
    ...(production ? productionFaults(values, env) : []),
    ...exchangeFaults(values),
    ...(section?.faults(values, { production }) ?? []),
  ];
  // A variable with a fault is read as unset: what follows from that is no second fault.
  const faults = found.filter((fault, index) => found.findIndex((each) => each.variable === fault.variable) === index);
  return { values, faults };
}

/**
 * The environment as one typed object, read once at the start of a process: the platform's variables, and those of a
 * section.
 * @throws ConfigError with a line for each fault that names the variable and its valid values.
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
  const { values, faults } = checkEnvironment(env, section);
  if (faults.length > 0) throw new ConfigError(faults);
  return { ...section?.read(values), ...platformConfigOf(values) } as PlatformConfig & Partial<C>;
}

function platformConfigOf(e: Environment): PlatformConfig {
  const demo = isDemo(e);
  const dataDir = path.resolve(e.DATA_DIR);
  const secrets = readSecrets(
    dataDir,
    { session: e.SESSION_SECRET, signing: e.SIGNING_SECRET, internal: e.INTERNAL_SECRET },
    {
      session: e.SESSION_SECRET_FALLBACKS,
      signing: e.SIGNING_SECRET_FALLBACKS,
      internal: e.INTERNAL_SECRET_FALLBACKS,
    },
  );
  const exchanges = exchangesFrom(e, secrets);
  const publicUrl = e.PUBLIC_URL ?? `http://localhost:${e.PORT}`;
  const sandboxUrl = demo ? sandboxUrlOf(e) : null;
  return {
    production: e.PRODUCTION,
    demo,
    host: e.HOST ?? (e.PRODUCTION ? "0.0.0.0" : "127.0.0.1"),
    port: e.PORT,
    deliveryPort: e.DELIVERY_PORT,
    sandboxPort: e.SANDBOX_PORT,
    sandboxSmtpPort: sandboxSmtpPort(e),
    dataDir,
    publicUrl,
    adsUrl: e.ADS_URL ?? `http://localhost:${e.DELIVERY_PORT}`,
    internalUrl: e.INTERNAL_URL ?? `http://127.0.0.1:${e.PORT}`,
    deliveryInternalUrl: e.DELIVERY_INTERNAL_URL ?? `http://${hostForOthers(e)}:${e.DELIVERY_PORT}`,
    sandboxUrl,
    databaseUrl: e.DATABASE_URL ?? null,
    databaseReplicaUrl: e.DATABASE_REPLICA_URL ?? null,
    replicaMaxLagMs: e.DATABASE_REPLICA_MAX_LAG_SECONDS * 1000,
    clickhouseUrl: e.CLICKHOUSE_URL ?? null,
    clickhouseCluster: e.CLICKHOUSE_CLUSTER ?? null,
    clickhouseBackups: clickhouseBackupsOf(e),
    bucket: bucketOf(e),
    redisUrl: e.REDIS_URL ?? null,
    smtpUrl: e.SMTP_URL ?? (sandboxUrl ? `smtp://127.0.0.1:${sandboxSmtpPort(e)}` : null),
    mailFrom: e.MAIL_FROM ?? `Litfass <no-reply@${new URL(publicUrl).hostname}>`,
    mailReplyTo: e.MAIL_REPLY_TO ?? null,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    exchanges,
    margins: marginsFrom(e),
    exchangeSync: e.EXCHANGE_SYNC,
    tcfVendorId: e.TCF_VENDOR_ID ?? null,
    currencyRates: e.CURRENCY_RATES ?? usualCurrencyRates,
    exchangeRatesUrl: ratesUrlOf(e.EXCHANGE_RATES_URL, sandboxUrl),
    companyRegisterUrl: companyRegisterUrlOf(e.UID_REGISTER_URL, sandboxUrl),
    requestsPerMinute: e.REQUESTS_PER_MINUTE,
    drainMs: (e.DRAIN_SECONDS ?? (e.PRODUCTION ? usualDrainSeconds : 0)) * 1000,
    silenceAlertHours: e.SILENCE_ALERT_HOURS,
    privateHosts: [...e.PRIVATE_HOSTS, ...(sandboxUrl ? [new URL(sandboxUrl).host] : [])],
    secrets,
    providers: providersOf(e, sandboxUrl),
    ffmpegPath: e.FFMPEG_PATH ?? "ffmpeg",
    chromiumPath: e.CHROMIUM_PATH ?? null,
    // The links of the demo's companies lead nowhere.
    checksLandingPages: e.LANDING_CHECKS ? e.LANDING_CHECKS === "on" : !demo,
    malwareHostsFile: e.MALWARE_HOSTS_FILE ?? null,
  };
}

/** Next to the sandbox's own port, so that a second demo on the same machine has another one. */
const sandboxSmtpPort = (e: Environment): number => e.SANDBOX_SMTP_PORT ?? e.SANDBOX_PORT + 1;

/** Other machines reach a process only if it listens on more than this machine's loopback addresses. */
function hostForOthers({ HOST, PRODUCTION }: Environment): string {
  const isLocal = HOST === undefined ? !PRODUCTION : /^(?:localhost|127\.|\[?::1)/.test(HOST);
  return isLocal ? "127.0.0.1" : hostname();
}

/** The bucket of `s3://bucket/prefix`, at the service of the SDK's own variables. */
function bucketOf({ FILES_URL, AWS_ENDPOINT_URL_S3, AWS_REGION }: Environment): PlatformConfig["bucket"] {
  if (FILES_URL === undefined) return null;
  const { hostname: bucket, pathname } = new URL(FILES_URL);
  const prefix = trimEnd(pathname.slice(1), "/");
  return { bucket, prefix, endpoint: AWS_ENDPOINT_URL_S3 ?? null, region: AWS_REGION };
}

/** `s3://bucket/folder` as the URL that ClickHouse expects, or `disk://name/folder`. */
function clickhouseBackupsOf(e: Environment): BackupPlace | null {
  if (e.CLICKHOUSE_BACKUP_URL === undefined) return null;
  const { protocol, hostname: name, pathname } = new URL(e.CLICKHOUSE_BACKUP_URL);
  const folder = trimEnd(pathname.slice(1), "/");
  if (protocol === "disk:") return { kind: "disk", disk: name, folder: folder === "" ? "" : `${folder}/` };
  const service = e.AWS_ENDPOINT_URL_S3 ?? `https://s3.${e.AWS_REGION}.amazonaws.com`;
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = e;
  const url = [trimEnd(service, "/"), name, folder].filter(Boolean).join("/");
  return { kind: "s3", url, credentials: id && secret ? { id, secret } : null };
}

const centralBankRates = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";

/** The configured file of exchange rates, or the European Central Bank's; in the demo the sandbox's. */
function ratesUrlOf(given: string | undefined, sandboxUrl: string | null): string | null {
  if (given === "off") return null;
  return given ?? (sandboxUrl ? `${sandboxUrl}/ecb/stats/eurofxref/eurofxref-daily.xml` : centralBankRates);
}

const uidRegister = "https://www.uid-wse.admin.ch/V5.0/PublicServices.svc";

/** The configured register of companies, or the Swiss Federal Statistical Office's; in the demo the sandbox's. */
function companyRegisterUrlOf(given: string | undefined, sandboxUrl: string | null): string | null {
  if (given === "off") return null;
  return given ?? (sandboxUrl ? `${sandboxUrl}/uid-register/V5.0/PublicServices.svc` : uidRegister);
}

const marginsFrom = (e: Environment): Margins => ({
  minimum: e.MINIMUM_MARGIN,
  target: Math.max(e.MINIMUM_MARGIN, e.TARGET_MARGIN),
});

function exchangesFrom(e: Environment, secrets: Secrets): Exchange[] {
  const demo = isDemo(e);
  return exchangesOf({
    names: [...e.EXCHANGES, ...(demo ? [sandboxExchange] : [])],
    secrets: { ...(demo ? { [sandboxExchange]: sandboxSecret(secrets.signing[0]) } : {}), ...e.EXCHANGE_SECRETS },
    networks: e.EXCHANGE_NETWORKS,
    bannerLimits: e.EXCHANGE_BANNER_LIMITS,
    priceKeys: e.EXCHANGE_PRICE_KEYS,
    fees: e.EXCHANGE_FEES,
    margins: marginsFrom(e),
    minimumMargins: e.EXCHANGE_MARGINS,
    domains: { ...e.EXCHANGE_DOMAINS, ...(demo ? { [sandboxExchange]: "sandbox-exchange.example" } : {}) },
    syncUrls: e.EXCHANGE_SYNC,
    reportUrls: demo ? { [sandboxExchange]: `${sandboxUrlOf(e)}/exchange/invoice?month={month}` } : {},
  });
}

const sandboxUrlOf = (e: Environment): string => e.SANDBOX_URL ?? `http://localhost:${e.SANDBOX_PORT}`;
