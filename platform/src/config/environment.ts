import { readCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { z } from "zod";
import { exchangeVariables } from "./exchange-variables.ts";
import { fallbackSecrets, httpUrl, list, optionalPort, origin, port, secret, text, url } from "./variable-kinds.ts";

export { text };

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
  SANDBOX_SMTP_PORT: optionalPort(),
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
  ...exchangeVariables,
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
  UID_REGISTER_URL: z
    .union([z.literal("off"), z.url({ protocol: /^https?$/ })])
    .optional()
    .meta({ must: "must be the URL of the Swiss UID register's public services, or off" }),
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
