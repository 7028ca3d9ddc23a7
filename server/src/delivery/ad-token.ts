import { remembered } from "./remembered.ts";
import type { Signer } from "./signing.ts";

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
  /** Sealed pseudonym of the visitor. */
  visitor: string;
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
  "visitor",
  "isTest",
] as const satisfies (keyof AdToken)[];

export type OfferPart = Pick<AdToken, (typeof offerFields)[number]>;
export type AuctionPart = Pick<AdToken, (typeof auctionFields)[number]>;
const fields = [...offerFields, ...auctionFields];

const safe = /^[A-Za-z0-9_.-]*$/;
const separator = "~";

const mostEncoded = 20_000;
const encodeText = remembered((text) => encodeURIComponent(text).replaceAll("~", "%7E"), mostEncoded);

/** Free text percent-encoded, the separator included, so that the token is short, readable and safe in a URL. */
function encode(value: string | number | boolean): string {
  if (typeof value === "string") return safe.test(value) ? value : encodeText(value);
  return typeof value === "number" ? String(value) : value ? "1" : "0";
}

/** The first part of a token, which an offer's tokens have in common. */
export const packOffer = (offer: OfferPart): string => offerFields.map((field) => encode(offer[field])).join(separator);

/** The signed token of an offer, packed before, in one auction. What is ours by origin needs no encoding. */
export function packToken(signer: Signer, packedOffer: string, auction: AuctionPart): string {
  const { exchange, siteKind, country, device, browser, leaseId, bidMs, visitor, isTest } = auction;
  const slot = `${exchange}~${encode(auction.auctionId)}~${encode(auction.impId)}~${encode(auction.site)}~${siteKind}~${encode(auction.slotName)}`;
  const place = `${country}~${encode(auction.region)}~${encode(auction.city)}`;
  const viewer = `${device}~${browser}~${encode(auction.language)}`;
  return signer.sign(`${packedOffer}~${slot}~${place}~${viewer}~${leaseId}~${bidMs}~${visitor}~${isTest ? "1" : "0"}`);
}

/** The token's content, or undefined where its signature is not ours. */
export function readToken(signer: Signer, packed: string): AdToken | undefined {
  const values = signer.open(packed)?.split(separator);
  if (values?.length !== fields.length) return undefined;
  const read: Partial<Record<keyof AdToken, string | number | boolean>> = {};
  for (let place = 0; place < fields.length; place++) {
    const value = values[place]!;
    read[fields[place]!] = value.includes("%") ? decodeURIComponent(value) : value;
  }
  read.campaignId = Number(read.campaignId);
  read.priceMicros = Number(read.priceMicros);
  read.bidMs = Number(read.bidMs);
  read.isTest = read.isTest === "1";
  return read as AdToken;
}

/** The token in an address as it stands there: its own percent signs are part of what is signed. */
export function tokenIn(query: string, name: string): string {
  const start = `&${query}`.indexOf(`&${name}=`);
  if (start < 0) return "";
  const from = start + name.length + 1;
  const end = query.indexOf("&", from);
  return query.slice(from, end < 0 ? query.length : end);
}
