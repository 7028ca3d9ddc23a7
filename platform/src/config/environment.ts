import { readCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { trimEnd } from "@litfass/contract/kernel/trim";
import { z } from "zod";
import { isNetwork } from "./networks.ts";

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((value) => value <= 65_535)
    .default(fallback)
    .meta({ must: "must be a whole number from 0 to 65535" });

const url = (protocols: string[], must: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .optional()
    .meta({ must });

const httpUrl = () =>
  url(["http:", "https:"], "must be an http or https address")
    .transform((value) => value && trimEnd(value, "/"))
    .meta({ must: "must be an http or https address" });

/** The identity provider's client library uses only the origin of a URL. */
const origin = () =>
  httpUrl()
    .refine((value) => value === undefined || new URL(value).origin === value)
    .meta({ must: "must be an http or https address without a path" });

/** A variable that may be missing, but not empty. */
export const text = () => z.string().min(1).max(4096).optional().meta({ must: "must not be empty" });

const secret = () => z.string().min(32).optional().meta({ must: "must have at least 32 characters", hidden: true });

const fallbackSecrets = () =>
  list()
    .refine((keys) => keys.every((key) => key.length >= 32))
    .meta({ must: "must be keys of at least 32 characters each, with a comma between", hidden: true });

const list = () =>
  z
    .string()
    .default("")
    .transform((value) =>
      value
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    );

/** Comma-separated `name=value` as an object. */
const pairs = (pattern: RegExp, read = (value: string): string => value) =>
  list()
    .refine((each) => each.every((pair) => pattern.test(pair)))
    .transform((each) =>
      Object.fromEntries(
        each.map((pair) => {
          const end = pair.indexOf("=");
          return [pair.slice(0, end), read(pair.slice(end + 1))];
        }),
      ),
    );

const exchangeName = /^[a-z0-9_-]{1,40}$/;
/** The exchange name of ads not sold by an exchange. */
const reservedExchanges = ["tag", "preview", "prebid-js"];

/** Comma-separated `name=network network` as an object of lists. */
const networks = () =>
  pairs(/^[\w-]+=\S/)
    .transform((each) => Object.fromEntries(Object.entries(each).map(([name, text]) => [name, text.split(/\s+/)])))
    .refine((each) => Object.values(each).every((list) => list.every(isNetwork)));

/** Comma-separated `name=initial/subload` in kilobytes as an object of limits in bytes. */
const bannerLimits = () =>
  pairs(/^[\w-]+=\d{1,5}\/\d{1,5}$/).transform((each) =>
    Object.fromEntries(
      Object.entries(each).map(([name, text]) => {
        const [initial = 0, subload = 0] = text.split("/").map(Number);
        return [name, { initialBytes: initial * 1000, subloadBytes: subload * 1000 }];
      }),
    ),
  );

/** Comma-separated `name=key:key` as an object of price keys, in web-safe or standard base64. */
const priceKeys = () =>
  pairs(/^[\w-]+=[\w+/-]{43}=?:[\w+/-]{43}=?$/).transform((each) =>
    Object.fromEntries(
      Object.entries(each).map(([name, text]) => {
        const [encryption = "", integrity = ""] = text.split(":");
        return [name, { encryption: Buffer.from(encryption, "base64"), integrity: Buffer.from(integrity, "base64") }];
      }),
    ),
  );

const feePattern = /^(?:(\d{1,2}(?:\.\d{1,2})?)%)?\+?(?:(\d{1,3}(?:\.\d{1,4})?)([A-Z]{3}))?$/;

/** Comma-separated `name=5%+0.10USD` as an object of fees; either part may be absent. */
const exchangeFees = () =>
  pairs(/^[\w-]+=[\d.]+(%|[A-Z]{3})/)
    .refine((each) => Object.values(each).every((text) => feePattern.test(text)))
    .transform((each) =>
      Object.fromEntries(
        Object.entries(each).map(([name, text]) => {
          const [, percent = "0", perThousand = "0", currency = "USD"] = feePattern.exec(text) ?? [];
          return [name, { percent: Number(percent), perThousand: Number(perThousand), currency }];
        }),
      ),
    );

const percent = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,2}(?:\.\d{1,2})?$/)
    .transform(Number)
    .default(fallback)
    .meta({ must: "must be a percentage from 0 to 99.99" });

/** Comma-separated `name=15` as an object of percentages. */
const percentages = () =>
  pairs(/^[\w-]+=\d{1,2}(?:\.\d{1,2})?$/).transform((each) =>
    Object.fromEntries(Object.entries(each).map(([name, text]) => [name, Number(text)])),
  );

/**
 * Variables by name with their schemas; `meta({ must })` is the text of the error, `hidden` keeps the value out of
 * it.
 */
export type Variables = Record<string, z.ZodType>;

/** Every variable of the platform. Modules declare theirs in separate sections. */
export const platformVariables = {
  PRODUCTION: z
    .enum(["on", "off"])
    .default("off")
    .transform((value) => value === "on")
    .meta({ must: "must be on or off" }),
  DEMO: z.enum(["on", "off"]).default("on").meta({ must: "must be on or off" }),
  HOST: text(),
  PORT: port(8080),
  DELIVERY_PORT: port(8081),
  SANDBOX_PORT: port(8090),
  SANDBOX_SMTP_PORT: port(8091),
  DATA_DIR: z.string().min(1).default("data").meta({ must: "must be a folder" }),
  DATABASE_URL: url(["postgres:", "postgresql:"], "must be a postgres:// address"),
  DATABASE_REPLICA_URL: url(["postgres:", "postgresql:"], "must be a postgres:// address"),
  DATABASE_REPLICA_MAX_LAG_SECONDS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .default(10)
    .meta({ must: "must be a whole number of seconds from 1 to 999" }),
  CLICKHOUSE_URL: httpUrl(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .optional()
    .meta({ must: "must be the name of a cluster" }),
  CLICKHOUSE_BACKUP_URL: z
    .string()
    .regex(/^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]|disk:\/\/\w{1,60})(\/[\w.-]+)*\/?$/)
    .optional()
    .meta({ must: "must read like s3://bucket/folder or disk://name/folder" }),
  FILES_URL: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/)
    .optional()
    .meta({ must: "must read like s3://bucket or s3://bucket/folder" }),
  AWS_ACCESS_KEY_ID: text(),
  AWS_SECRET_ACCESS_KEY: text(),
  AWS_ENDPOINT_URL_S3: httpUrl(),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default("us-east-1")
    .meta({ must: "must be a region like eu-central-1" }),
  PUBLIC_URL: httpUrl(),
  ADS_URL: httpUrl(),
  INTERNAL_URL: httpUrl(),
  DELIVERY_INTERNAL_URL: httpUrl(),
  SANDBOX_URL: httpUrl(),
  REDIS_URL: url(["redis:", "rediss:"], "must be a redis:// or rediss:// address"),
  SMTP_URL: url(["smtp:", "smtps:"], "must be an smtp:// or smtps:// address"),
  MAIL_FROM: text(),
  MAIL_REPLY_TO: z.email().optional().meta({ must: "must be an e-mail address" }),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .meta({ must: "must be fatal, error, warn, info, debug, trace or silent" }),
  TRUST_PROXY: list(),
  EXCHANGES: list()
    .refine((names) => names.every((name) => exchangeName.test(name) && !reservedExchanges.includes(name)))
    .meta({ must: `must be names of small letters, digits, - and _, and none of ${reservedExchanges.join(", ")}` }),
  EXCHANGE_SECRETS: pairs(/^[\w-]+=[\w.~-]{24,256}$/).meta({
    must: "must read like exchange=secret, each secret 24 to 256 letters, digits, - . _ or ~",
    hidden: true,
  }),
  EXCHANGE_NETWORKS: networks().meta({
    must: "must read like exchange=203.0.113.0/24 198.51.100.7: addresses or networks with a space between",
  }),
  EXCHANGE_BANNER_LIMITS: bannerLimits().meta({
    must: "must read like exchange=100/200: kilobytes that a banner may load at first and after that",
  }),
  EXCHANGE_PRICE_KEYS: priceKeys().meta({
    must: "must read like exchange=key:key, the encryption and the integrity key of 32 bytes each in base64",
    hidden: true,
  }),
  EXCHANGE_FEES: exchangeFees().meta({
    must: "must read like exchange=5%+0.10USD: a part of the clearing price, and an amount per thousand impressions",
  }),
  EXCHANGE_MARGINS: percentages().meta({
    must: "must read like exchange=15: the percentage of the customer's price that each bid leaves",
  }),
  MINIMUM_MARGIN: percent(0),
  TARGET_MARGIN: percent(20),
  EXCHANGE_DOMAINS: pairs(/^[\w-]+=[a-z0-9-]+(\.[a-z0-9-]+)+$/i, (domain) => domain.toLowerCase()).meta({
    must: "must read like exchange=exchange.com: the domain that ads.txt files name it by",
  }),
  EXCHANGE_SYNC: pairs(/^[\w-]+=https:\/\/[^\s/]+\/\S*\{id\}\S*$/).meta({
    must: "must read like exchange=https://sync.exchange.com/put?id={id}",
  }),
  CURRENCY_RATES: z
    .string()
    .transform(readCurrencyRates)
    .refine((rates) => rates !== null)
    .optional()
    .meta({ must: "must read like 2026-11-20 EUR=1.07,USD=1.25: a day, and what one franc bought on it" }),
  EXCHANGE_RATES_URL: z
    .union([z.literal("off"), z.url({ protocol: /^https?$/ })])
    .optional()
    .meta({ must: "must be the URL of a file like the European Central Bank's eurofxref-daily.xml, or off" }),
  PRIVATE_HOSTS: list(),
  REQUESTS_PER_MINUTE: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .transform(Number)
    .default(1200)
    .meta({ must: "must be a whole number from 1 to 9999999" }),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .refine((seconds) => seconds <= 3_600)
    .optional()
    .meta({ must: "must be a whole number of seconds from 0 to 3600" }),
  TCF_VENDOR_ID: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .transform(Number)
    .optional()
    .meta({ must: "must be a number of IAB Europe's vendor list" }),
  SILENCE_ALERT_HOURS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform(Number)
    .default(6)
    .meta({ must: "must be a whole number of hours from 1 to 999" }),
  SESSION_SECRET: secret(),
  SIGNING_SECRET: secret(),
  INTERNAL_SECRET: secret(),
  SESSION_SECRET_FALLBACKS: fallbackSecrets(),
  SIGNING_SECRET_FALLBACKS: fallbackSecrets(),
  INTERNAL_SECRET_FALLBACKS: fallbackSecrets(),
  STRIPE_SECRET_KEY: text(),
  STRIPE_PUBLISHABLE_KEY: text(),
  STRIPE_WEBHOOK_SECRET: text(),
  STRIPE_API_URL: httpUrl(),
  FIREBASE_PROJECT_ID: text(),
  FIREBASE_API_KEY: text(),
  FIREBASE_BASE_URL: origin(),
  GOOGLE_CLIENT_ID: text(),
  GOOGLE_CLIENT_SECRET: text(),
  GOOGLE_ISSUER: httpUrl(),
  GOOGLE_ADS_DEVELOPER_TOKEN: text(),
  GOOGLE_ADS_API_URL: httpUrl(),
  GOOGLE_ADS_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}$/)
    .default("v25")
    .meta({ must: "must be a version as v25" }),
  GOOGLE_ANALYTICS_API_URL: httpUrl(),
  GOOGLE_ANALYTICS_ADMIN_URL: httpUrl(),
  GOOGLE_MAPS_KEY: text(),
  MICROSOFT_CLIENT_ID: text(),
  MICROSOFT_CLIENT_SECRET: text(),
  MICROSOFT_ISSUER: httpUrl(),
  META_APP_ID: text(),
  META_APP_SECRET: text(),
  META_GRAPH_URL: httpUrl(),
  META_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/)
    .default("v25.0")
    .meta({ must: "must be a version as v25.0" }),
  META_DIALOG_URL: httpUrl(),
  FFMPEG_PATH: text(),
  CHROMIUM_PATH: text(),
  LANDING_CHECKS: z.enum(["on", "off"]).optional().meta({ must: "must be on or off" }),
  MALWARE_HOSTS_FILE: text(),
} satisfies Variables;

export type Values<V extends Variables> = z.infer<z.ZodObject<V>>;
export type Environment = Values<typeof platformVariables>;

/** Whether demo data and the sandbox are used. */
export const isDemo = (e: Environment): boolean => e.DEMO === "on" && !e.PRODUCTION;
