import type { SellerVerdict } from "./sellers.ts";

/** An account of an advertising system that sells a site's ads, or an app's with its developer's domain. */
export type Seller = { siteKind: "site" | "app"; site: string; domain: string; system: string; sellerId: string };

export type JudgedSeller = Seller & { verdict: SellerVerdict };

/** Which sellers get no bids. */
export type SellerPolicy = {
  refusesUnauthorised: boolean;
  refusesBrokenChains: boolean;
  refusesIncompleteChains: boolean;
};

/** Applies until staff save a policy. */
export const defaultSellerPolicy: SellerPolicy = {
  refusesUnauthorised: true,
  refusesBrokenChains: true,
  refusesIncompleteChains: false,
};

/** Upper bound of stored sellers, and of those read at once. */
export const maxSellers = 100_000;
/** A file's content stays valid for this long while newer reads fail. */
export const fileValidityDays = 7;

export type AdsTxtKind = "ads.txt" | "app-ads.txt";
export type AdsTxtRecord = { system: string; sellerId: string; relationship: "direct" | "reseller" };

/** The content of an ads.txt or app-ads.txt (IAB ads.txt 1.1). */
export type AdsTxt = {
  records: AdsTxtRecord[];
  /** OWNERDOMAIN; "" if absent. */
  ownerDomain: string;
  /** MANAGERDOMAIN, without its country. */
  managerDomains: string[];
  /** Hosts below the domain that publish a file of their own. */
  subdomains: string[];
};

/** `content` is null if the file is absent or its last successful read is too old. */
export type AdsTxtFile = { kind: AdsTxtKind; domain: string; triedAt: Date; content: AdsTxt | null };

/** A file to load unless it was last read at `knownAt`. */
export type AdsTxtRequest = { kind: AdsTxtKind; domain: string; knownAt: Date };
