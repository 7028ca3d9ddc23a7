import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";
import { pageOf, pageQuery } from "../kernel/paging.ts";
import { line, opaque } from "../kernel/text.ts";
import { instantSchema, say } from "../kernel/validation.ts";
import { byRole } from "../kernel/who.ts";
import { exchangeFormats, exchangeNotices, exchangeProfiles, openRtbVersions } from "./exchange-profiles.ts";

const operators = byRole({ super_admin: "all" });
const tag = "Exchanges";

/** Names of traffic that no exchange sells. */
const reservedNames = ["tag", "preview", "prebid-js"];

/** As in the bid URL. */
export const exchangeName = opaque({ max: 40 })
  .regex(/^[a-z0-9_-]+$/, say("exchanges.name"))
  .refine((name) => !reservedNames.includes(name), say("exchanges.name"));

const currency = opaque({ max: 3 })
  .regex(/^[A-Z]{3}$/, say("settings.currency"))
  .meta({ examples: ["EUR"] });
const percent = z.number().min(0).max(99.99).multipleOf(0.01);
const unique = <Value>(list: Value[]): boolean => new Set(list).size === list.length;

/** How the bidder treats an exchange. Each field changes a bid, the handling of a request, or what it costs. */
export const exchangeSettingsSchema = z.strictObject({
  /** Addresses and networks (CIDR) of its servers; empty: any. */
  networks: z
    .array(
      line({ max: 60 })
        .regex(/^[0-9A-Fa-f.:]+(\/\d{1,3})?$/, say("exchanges.network"))
        .meta({ examples: ["203.0.113.0/24"] }),
    )
    .max(200),
  protocol: z.enum(openRtbVersions),
  /** How it differs from plain OpenRTB; all but `openrtb` determine the protocol. Settings stored earlier have none. */
  profile: z.enum(exchangeProfiles).default("openrtb"),
  /** Our account there, as bids name it: the seat, at Google the billing ID. Null: the operator's seat. */
  account: opaque({ max: 64 })
    .regex(/^[\w.:-]+$/, say("exchanges.account"))
    .nullable()
    .default(null),
  /** Currencies to bid in, the first one where a request names none; empty: what the request accepts. */
  currencies: z.array(currency).max(20).refine(unique, say("exchanges.repeated")),
  formats: z.array(z.enum(exchangeFormats)).min(1, say("exchanges.formats")).refine(unique, say("exchanges.repeated")),
  notices: z.array(z.enum(exchangeNotices)).refine(unique, say("exchanges.repeated")),
  /** What it charges in addition to the clearing price: a share of it, and an amount per thousand impressions. */
  fee_percent: percent,
  fee_per_thousand: z.number().min(0).max(999.9999).multipleOf(0.0001),
  fee_currency: currency,
  /** Percentages of the customer's price: the least that a bid leaves, and what first-price bids start with. */
  minimum_margin: percent,
  target_margin: percent,
  /** Bid requests per second of all ad servers together; null: no limit. */
  requests_per_second: z.int().min(1).max(1_000_000).nullable(),
  /** The time limit in milliseconds where a request has none or a longer one; null: the request's. */
  response_ms: z.int().min(30).max(5_000).nullable(),
  /** The part of the time limit for the network, in milliseconds. */
  network_ms: z.int().min(0).max(1_000),
  /** Whether bid responses are gzipped where a request accepts it. Settings stored earlier have none. */
  compresses_responses: z.boolean().default(false),
  /** Its domain as an advertising system, as in publishers' ads.txt files. */
  domain: opaque({ max: 253 })
    .toLowerCase()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, say("exchanges.domain"))
    .nullable(),
  /** Where visitors' IDs are passed to; `{id}` is the ID. */
  sync_url: opaque({ max: 2_000 })
    .regex(/^https:\/\/[^\s/]+\/\S*\{id\}\S*$/, say("exchanges.sync"))
    .meta({ examples: ["https://sync.exchange.example/put?id={id}"] })
    .nullable(),
  /** Its monthly report of what it invoices, as JSON; `{month}` is YYYY-MM. Settings stored earlier have none. */
  report_url: opaque({ max: 2_000 })
    .regex(/^https?:\/\/[^\s/]+\/\S*\{month\}\S*$/, say("exchanges.report"))
    .meta({ examples: ["https://api.exchange.example/invoices/{month}"] })
    .nullable()
    .default(null),
  /** Where creatives are registered, and our user there; the password is apart. Only for profiles that need it. */
  registration: z
    .strictObject({
      url: opaque({ max: 200 })
        .regex(/^https?:\/\/\S+$/, say("exchanges.registration_url"))
        .refine((url) => !url.endsWith("/"), say("exchanges.registration_url"))
        .meta({ examples: ["https://api.adnxs.com"] }),
      user: line({ max: 200 }),
    })
    .nullable()
    .default(null),
});
export type ExchangeSettings = z.output<typeof exchangeSettingsSchema>;

/** Sent with every bid request. Left out, the stored one stays; null removes it. */
const secret = opaque({ max: 256 })
  .regex(/^[\w.~-]{24,256}$/, say("exchanges.secret"))
  .nullish();
const priceKey = opaque({ max: 44 })
  .regex(/^[\w+/-]{43}=?$/, say("exchanges.price_key"))
  .meta({ examples: ["sIxwz7yw62yrfoLGt12lIHKuYrK_S5kLuApI2BQe7Ac="] });
/** Keys of clearing prices encrypted as by Google Authorized Buyers; null: the prices are plain. */
const price_keys = z.strictObject({ encryption: priceKey, integrity: priceKey }).nullish();

/** Of our user where creatives are registered. Left out, the stored one stays; null removes it. */
const registration_password = opaque({ max: 256 }).nullish();

const change = { settings: exchangeSettingsSchema, secret, price_keys, registration_password };
export const newExchangeSchema = z.strictObject({ name: exchangeName, ...change });
const version = z.int().nonnegative();
/** A change names the version it is based on, so that two people do not overwrite each other. */
export const exchangeChangeSchema = z.strictObject({ version, ...change });

const counts = { requests: z.int().nonnegative(), bids: z.int().nonnegative(), wins: z.int().nonnegative() };
const exchangeSchema = z.object({
  name: z.string(),
  /** 0: as in the configuration, nobody changed it here. */
  version,
  is_enabled: z.boolean(),
  settings: exchangeSettingsSchema,
  has_secret: z.boolean(),
  has_price_keys: z.boolean(),
  has_registration_password: z.boolean(),
  /** Where it sends bid requests, without its secret. */
  bid_url: z.string(),
  /** Of the current and the previous 23 hours, some seconds behind. */
  traffic: z.object({ ...counts, last_at: instantSchema.nullable() }),
  changed_at: instantSchema.nullable(),
});
export type ExchangeRecord = z.infer<typeof exchangeSchema>;

const params = z.object({ exchange: exchangeName });

export const exchangeEndpoints = {
  listExchanges: endpoint({
    method: "GET",
    path: "/exchanges",
    tag,
    summary: "The exchanges that may request bids, with their traffic of the last day",
    who: operators,
    query: pageQuery(["name", "requests"]),
    output: pageOf(exchangeSchema),
  }),
  showExchange: endpoint({
    method: "GET",
    path: "/exchanges/:exchange",
    tag,
    summary: "An exchange with its settings; secrets are never returned",
    who: operators,
    params,
    output: exchangeSchema,
    errors: ["not_found"],
  }),
  createExchange: endpoint({
    method: "POST",
    path: "/exchanges",
    tag,
    summary: "Adds an exchange; it needs a secret or networks. It may request bids within seconds",
    who: operators,
    body: newExchangeSchema,
    output: exchangeSchema,
    status: 201,
    errors: ["conflict"],
  }),
  updateExchange: endpoint({
    method: "PUT",
    path: "/exchanges/:exchange",
    tag,
    summary: "Changes an exchange's settings in every ad server within seconds; secrets that are left out stay",
    who: operators,
    params,
    body: exchangeChangeSchema,
    output: exchangeSchema,
    errors: ["not_found", "conflict"],
  }),
  setExchangeEnabled: endpoint({
    method: "POST",
    path: "/exchanges/:exchange/enabled",
    tag,
    summary: "Enables or disables an exchange: disabled ones get no bids, notices about earlier bids still count",
    who: operators,
    params,
    body: z.strictObject({ version, is_enabled: z.boolean() }),
    output: exchangeSchema,
    errors: ["not_found", "conflict"],
  }),
};
