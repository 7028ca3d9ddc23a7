import { z } from "zod";
import { isNetwork } from "./networks.ts";
import { list, pairs } from "./variable-kinds.ts";

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

/** The exchanges, and the margins of bids. */
export const exchangeVariables = {
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
};
