import { clickParameter } from "@litfass/contract/adserver/conversion";
import type { Random } from "@litfass/platform/random";
import type { Keys } from "@litfass/platform/security/keys";
import { adSeal } from "../tokens/ad-seal.ts";

/** What a click's identifier contains: nothing about the visitor. */
export type Click = {
  campaignId: number;
  creativeUuid: string;
  /** Domain or app bundle of the page with the ad; "" where the publisher hides it. */
  site: string;
  atMs: number;
  /** Its conversions are shown as received and do not count. */
  isTest: boolean;
};

/** An opened identifier with its nonce, which tells one click from another. */
export type OpenedClick = Click & { nonce: Buffer };

export type ClickIds = {
  seal(click: Click): string;
  /** Undefined for an identifier that is forged, changed or of another kind. */
  open(id: string): OpenedClick | undefined;
};

/** The nonce is at the start of a token, as base64url of 96 bits. */
const nonceChars = 16;
/** Encoded wherever it is part of a value. */
const separator = " ";

/** Identifiers of clicks: encrypted and signed like the tokens of ads, with keys of their own (decision 21). */
export function clickIds(signingKeys: Keys, random: Random): ClickIds {
  const seal = adSeal(signingKeys, random, "click");
  return {
    seal: ({ campaignId, creativeUuid, site, atMs, isTest }) =>
      seal.seal(
        [
          campaignId,
          encodeURIComponent(creativeUuid),
          encodeURIComponent(site.toWellFormed()),
          atMs,
          isTest ? 1 : 0,
        ].join(separator),
      ).page,
    open(id) {
      const [campaignId, creativeUuid = "", site = "", atMs, isTest] = seal.open("page", id)?.split(separator) ?? [];
      if (campaignId === undefined) return undefined;
      return {
        campaignId: Number(campaignId),
        creativeUuid: decodeURIComponent(creativeUuid),
        site: decodeURIComponent(site),
        atMs: Number(atMs),
        isTest: isTest === "1",
        nonce: Buffer.from(id.slice(0, nonceChars), "base64url"),
      };
    },
  };
}

/** An identifier in the advertiser's own link, as of an address that somebody copied after a click. */
const given = new RegExp(`(^|&)${clickParameter}=[^&]*`, "g");

/** Adds the identifier to a landing page. All other parameters and the fragment are unchanged. */
export function withClickId(target: string, id: string): string {
  const url = new URL(target);
  // As text: searchParams.set would encode the advertiser's own query again.
  const query = url.search.slice(1).replace(given, "").replace(/^&/, "");
  url.search = `${query === "" ? "" : `${query}&`}${clickParameter}=${id}`;
  return url.href;
}

/** The identifier of a click that never happened, in a test link. */
export const testClickId = (
  campaignId: number,
  { signingKeys, random, now }: { signingKeys: Keys; random: Random; now: Date },
): string =>
  clickIds(signingKeys, random).seal({ campaignId, creativeUuid: "", site: "", atMs: now.getTime(), isTest: true });
