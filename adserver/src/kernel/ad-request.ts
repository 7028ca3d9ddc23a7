import type { Deal } from "../auction/deals.ts";
import type { TransparencyWish } from "../openrtb/response/transparency.ts";
import type { VastVersion } from "../openrtb/vast/vast-version.ts";

/** What a player takes. Durations are whole seconds, as VAST tells them; `exactSeconds` go before a range. */
export type VideoLimits = {
  /** The newest document that it reads. */
  vast: VastVersion;
  minSeconds: number;
  maxSeconds: number;
  exactSeconds: number[];
  minKbps: number;
  maxKbps: number;
  contentTypes: string[];
};

/** A place on a page that wants an ad. Sizes are "300x250". */
export type Slot = {
  id: string;
  kind: "banner" | "video";
  sizes: string[];
  /** The lowest price, in `floorCurrency` per thousand. */
  floor: number;
  floorCurrency: string;
  tagId: string;
  /** The exchange's own measure of how often this slot is seen, 0 to 1. */
  seenRate: number | undefined;
  allowsHtml: boolean;
  allowsImage: boolean;
  /** What an ad must not be like, in AdCOM's codes of creative attributes. */
  blockedAttributes: number[];
  video: VideoLimits | undefined;
  privateOnly: boolean;
  deals: Deal[];
};

/** Where a visitor is, as far as it is allowed to know. */
export type Place = {
  country: string;
  /** ISO 3166-2. */
  region: string;
  city: string;
  zip: string;
  latitude: number | undefined;
  longitude: number | undefined;
  /** Names the place among those that the targeting remembers; made anew where it is absent. */
  placeKey?: string;
};

/** Who looks, as far as it is allowed to know. */
export type Visitor = Place & {
  device: string;
  browser: string;
  isBot: boolean;
  language: string;
  /** Pseudonym; "" where the visitor may not be recognised. */
  key: string;
  segments: string[];
  age: string;
  gender: string;
  parental: string;
  income: string;
  /** Advertisers whose site or ads this visitor met before. */
  metOwners: string[];
};

/** An account of an advertising system, through which a chance to advertise was sold. */
export type SellerNode = { system: string; id: string };

/** Who sells: the supply chain, its last node is whom we hear from, and the domain where the publisher says who may. */
export type RequestSeller = {
  domain: string;
  nodes: SellerNode[];
  chain: "absent" | "complete" | "incomplete" | "broken";
};

/** A request for ads in the bidder's own words, whoever sent it: an exchange or a publisher's tag. */
export type AdRequest = {
  id: string;
  exchange: string;
  /** When it came. */
  atMs: number;
  slots: Slot[];
  currencies: string[];
  tmaxMs: number | undefined;
  isTest: boolean;
  /** Whether the answer says who paid. */
  transparency: TransparencyWish;
  blockedCategories: string[];
  allowedCategories: string[];
  blockedAdvertisers: string[];
  /** Domain or bundle. */
  site: string;
  siteKind: "site" | "app";
  seller: RequestSeller | undefined;
  page: string;
  categories: string[];
  /** Words of the page, normalised, for keyword targeting. */
  words: string;
  visitor: Visitor;
};
