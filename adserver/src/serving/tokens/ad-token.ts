import { remembered } from "../../kernel/memoize.ts";
import type { AdSeal, AdTokens, TokenHolder } from "./ad-seal.ts";

/** What an ad carries with it, so that any later request about it can be counted without looking anything up. */
export type AdToken = {
  process: string;
  exchange: string;
  auctionId: string;
  impId: string;
  campaignId: number;
  ownerUid: string;
  creativeUuid: string;
  format: string;
  medium: "display" | "video";
  site: string;
  siteKind: "site" | "app";
  slotName: string;
  country: string;
  region: string;
  city: string;
  device: string;
  browser: string;
  language: string;
  priceMicros: number;
  currency: string;
  leaseId: string;
  bidMs: number;
  /** Pseudonym of the visitor; "" where the visitor may not be recognised. */
  visitorKey: string;
  isTest: boolean;
};

/** What is the same each time a creative is offered. */
const offerFields = [
  "process",
  "campaignId",
  "ownerUid",
  "creativeUuid",
  "format",
  "medium",
  "priceMicros",
  "currency",
] as const satisfies (keyof AdToken)[];

const auctionFields = [
  "exchange",
  "auctionId",
  "impId",
  "site",
  "siteKind",
  "slotName",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "language",
  "leaseId",
  "bidMs",
  "visitorKey",
  "isTest",
] as const satisfies (keyof AdToken)[];

export type OfferPart = Pick<AdToken, (typeof offerFields)[number]>;
export type AuctionPart = Pick<AdToken, (typeof auctionFields)[number]>;
const fieldCount = offerFields.length + auctionFields.length;

const safe = /^[A-Za-z0-9_.-]*$/;
const separator = "~";

const mostEncoded = 20_000;
/** Half a character (an exchange's own, or a long text that was cut) has no encoding and becomes U+FFFD. */
const encodeText = remembered((text) => encodeURIComponent(text.toWellFormed()).replaceAll("~", "%7E"), mostEncoded);

/** Free text percent-encoded, the separator included: every character is one byte, as the seal needs it. */
function encode(value: string | number | boolean): string {
  if (typeof value === "string") return safe.test(value) ? value : encodeText(value);
  return typeof value === "number" ? String(value) : value ? "1" : "0";
}

/** The first part of a token's text, which an offer's tokens have in common. */
export const packOffer = (offer: OfferPart): string => offerFields.map((field) => encode(offer[field])).join(separator);

/** The sealed tokens of an offer, packed before, in one auction. What is ours by origin needs no encoding. */
export function packToken(seal: AdSeal, packedOffer: string, auction: AuctionPart): AdTokens {
  const { exchange, siteKind, country, device, browser, leaseId, bidMs, visitorKey, isTest } = auction;
  const slot = `${exchange}~${encode(auction.auctionId)}~${encode(auction.impId)}~${encode(auction.site)}~${siteKind}~${encode(auction.slotName)}`;
  const place = `${country}~${encode(auction.region)}~${encode(auction.city)}`;
  const viewer = `${device}~${browser}~${encode(auction.language)}`;
  return seal.seal(`${packedOffer}~${slot}~${place}~${viewer}~${leaseId}~${bidMs}~${visitorKey}~${isTest ? "1" : "0"}`);
}

const decode = (value: string): string => (value.includes("%") ? decodeURIComponent(value) : value);

/** The token's content, or undefined where it was not sealed for this holder. */
export function readToken(seal: AdSeal, holder: TokenHolder, packed: string): AdToken | undefined {
  const values = seal.open(holder, packed)?.split(separator);
  if (values?.length !== fieldCount) return undefined;
  // Named one by one, as in `packOffer` and `packToken`: an object filled by computed names is slow ever after.
  return {
    process: decode(values[0]!),
    campaignId: Number(values[1]),
    ownerUid: decode(values[2]!),
    creativeUuid: decode(values[3]!),
    format: decode(values[4]!),
    medium: values[5] as AdToken["medium"],
    priceMicros: Number(values[6]),
    currency: decode(values[7]!),
    exchange: values[8]!,
    auctionId: decode(values[9]!),
    impId: decode(values[10]!),
    site: decode(values[11]!),
    siteKind: values[12] as AdToken["siteKind"],
    slotName: decode(values[13]!),
    country: values[14]!,
    region: decode(values[15]!),
    city: decode(values[16]!),
    device: values[17]!,
    browser: values[18]!,
    language: decode(values[19]!),
    leaseId: values[20]!,
    bidMs: Number(values[21]),
    visitorKey: values[22]!,
    isTest: values[23] === "1",
  };
}

/** A parameter of an address as it stands there, not decoded; "" where it is absent. */
export function tokenIn(query: string, name: string): string {
  const start = `&${query}`.indexOf(`&${name}=`);
  if (start < 0) return "";
  const from = start + name.length + 1;
  const end = query.indexOf("&", from);
  return query.slice(from, end < 0 ? query.length : end);
}
