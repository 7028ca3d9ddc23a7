import { memoize } from "../../kernel/memoize.ts";
import type { AdSeal, AdTokens, TokenHolder } from "./ad-seal.ts";

/** The content of an ad's token: everything needed to count later events without a look-up. */
export type AdToken = {
  process: string;
  exchange: string;
  auctionId: string;
  impId: string;
  campaignId: number;
  ownerUid: string;
  creativeUuid: string;
  format: string;
  medium: "display" | "video" | "audio";
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
  /** Pseudonym of the visitor; "" where the visitor may not be recognized. */
  visitorKey: string;
  isTest: boolean;
  /** What was offered to the exchange: per thousand, in `bidCurrency`. Bounds the clearing price. */
  bidPrice: number;
  bidCurrency: string;
  /** Whether the winner pays `bidPrice` itself. */
  isFirstPrice: boolean;
  /** The deal that it was offered through; "" in the open auction. */
  deal: string;
  /** What the provider of the visitor's audience gets (`dataFeeIn`); "" for nothing. */
  dataFee: string;
};

/** The campaign in the tokens of previews, which belong to none. */
export const previewCampaignId = 0;

/** The part that is the same each time a creative is offered. */
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
  "bidPrice",
  "bidCurrency",
  "isFirstPrice",
  "deal",
  "dataFee",
] as const satisfies (keyof AdToken)[];

export type OfferPart = Pick<AdToken, (typeof offerFields)[number]>;
export type AuctionPart = Pick<AdToken, (typeof auctionFields)[number]>;
const fieldCount = offerFields.length + auctionFields.length;

const safe = /^[A-Za-z0-9_.-]*$/;
const separator = "~";

const maxEncoded = 20_000;
/** A lone surrogate has no encoding and becomes U+FFFD. */
const encodeText = memoize((text) => encodeURIComponent(text.toWellFormed()).replaceAll("~", "%7E"), maxEncoded);

/** Percent-encoded text including the separator, so that every character is one byte. */
function encode(value: string | number | boolean): string {
  if (typeof value === "string") return safe.test(value) ? value : encodeText(value);
  return typeof value === "number" ? String(value) : value ? "1" : "0";
}

/** The first part of a token's text, common to all tokens of an offer. */
export const packOffer = (offer: OfferPart): string => offerFields.map((field) => encode(offer[field])).join(separator);

/** The tokens of an offer in one auction. Our own values need no encoding. */
export function packToken(seal: AdSeal, packedOffer: string, auction: AuctionPart): AdTokens {
  const { exchange, siteKind, country, device, browser, leaseId, bidMs, visitorKey, dataFee } = auction;
  const slot = `${exchange}~${encode(auction.auctionId)}~${encode(auction.impId)}~${encode(auction.site)}~${siteKind}~${encode(auction.slotName)}`;
  const place = `${country}~${encode(auction.region)}~${encode(auction.city)}`;
  const viewer = `${device}~${browser}~${encode(auction.language)}`;
  const offered = `${auction.isTest ? "1" : "0"}~${auction.bidPrice}~${auction.bidCurrency}~${auction.isFirstPrice ? "1" : "0"}~${encode(auction.deal)}${dataFee === "" ? "" : `~${dataFee}`}`;
  return seal.seal(`${packedOffer}~${slot}~${place}~${viewer}~${leaseId}~${bidMs}~${visitorKey}~${offered}`);
}

const decode = (value: string): string => (value.includes("%") ? decodeURIComponent(value) : value);

/** The token's content; undefined if it is not valid for this recipient. */
export function readToken(seal: AdSeal, holder: TokenHolder, packed: string): AdToken | undefined {
  const values = seal.open(holder, packed)?.split(separator);
  // Ads that an earlier release offered have no deal, and most have no data fee.
  if (values === undefined || values.length > fieldCount || values.length < fieldCount - 2) return undefined;
  const raw = (at: number): string => values[at] ?? "";
  const text = (at: number): string => decode(raw(at));
  // Assigned one by one: V8 keeps objects with computed names in slow dictionary mode.
  return {
    process: text(0),
    campaignId: Number(values[1]),
    ownerUid: text(2),
    creativeUuid: text(3),
    format: text(4),
    medium: values[5] as AdToken["medium"],
    priceMicros: Number(values[6]),
    currency: text(7),
    exchange: raw(8),
    auctionId: text(9),
    impId: text(10),
    site: text(11),
    siteKind: values[12] as AdToken["siteKind"],
    slotName: text(13),
    country: raw(14),
    region: text(15),
    city: text(16),
    device: raw(17),
    browser: raw(18),
    language: text(19),
    leaseId: raw(20),
    bidMs: Number(values[21]),
    visitorKey: raw(22),
    isTest: values[23] === "1",
    bidPrice: Number(values[24]),
    bidCurrency: raw(25),
    isFirstPrice: values[26] === "1",
    deal: text(27),
    dataFee: raw(28),
  };
}

/** A raw query parameter, not decoded; "" where it is absent. */
export function tokenIn(query: string, name: string): string {
  const start = `&${query}`.indexOf(`&${name}=`);
  if (start < 0) return "";
  const from = start + name.length + 1;
  const end = query.indexOf("&", from);
  return query.slice(from, end < 0 ? query.length : end);
}
