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
  placement: string;
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

const fields = [
  "process",
  "exchange",
  "auctionId",
  "impId",
  "campaignId",
  "ownerUid",
  "creativeUuid",
  "format",
  "medium",
  "site",
  "siteKind",
  "placement",
  "country",
  "region",
  "city",
  "device",
  "browser",
  "language",
  "priceMicros",
  "currency",
  "leaseId",
  "bidMs",
  "visitor",
  "isTest",
] as const satisfies (keyof AdToken)[];

export const packToken = (signer: Signer, token: AdToken): string =>
  signer.sign(JSON.stringify(fields.map((field) => token[field])));

/** The token's content, or undefined where its signature is not ours. */
export function readToken(signer: Signer, packed: string): AdToken | undefined {
  const payload = signer.open(packed);
  if (payload === undefined) return undefined;
  const values = JSON.parse(payload) as unknown[];
  if (values.length !== fields.length) return undefined;
  return Object.fromEntries(fields.map((field, index) => [field, values[index]])) as AdToken;
}
