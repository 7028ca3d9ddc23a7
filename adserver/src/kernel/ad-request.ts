import type { VastVersion } from "./vast-version.ts";

/** What a video or audio player accepts. Durations are whole seconds, as in VAST; `exactSeconds` override the range. */
export type PlayerLimits = {
  /** The newest supported VAST version. */
  vast: VastVersion;
  /** The newest VAST version in which it follows wrappers; absent if it states none. */
  wrapper?: VastVersion | undefined;
  minSeconds: number;
  maxSeconds: number;
  exactSeconds: number[];
  minKbps: number;
  maxKbps: number;
  contentTypes: string[];
};

/** A space for a banner. Sizes are like "300x250"; `blockedAttributes` are AdCOM codes. */
export type BannerSpace = {
  sizes: string[];
  allowsHtml: boolean;
  allowsImage: boolean;
  blockedAttributes: number[];
};

/** How a player shows a companion banner: as a picture, by markup that we write, or as a page in a frame. */
export type CompanionKind = "picture" | "html" | "frame";

/** What an audio player accepts, and its spaces for companion banners. */
export type AudioLimits = PlayerLimits & { companions: BannerSpace[]; companionKinds: CompanionKind[] };

/**
 * An asset of a native ad (OpenRTB Native 1.2, 4.2). `exact` sizes leave no choice, `least` ones are minimums; 0 is no
 * limit. What no campaign has is `unknown`.
 */
export type NativeAsset = { id: number; isRequired: boolean } & (
  | { kind: "title" | "sponsored" | "description" | "button"; maxChars: number }
  | {
      kind: "icon" | "main";
      exact: [number, number];
      least: [number, number];
      /** Width by height; absent where the page does not say. */
      proportion?: number;
      contentTypes: string[];
    }
  | { kind: "unknown" }
);

/** What a page that composes native ads accepts. */
export type NativeRequest = {
  version: "1.1" | "1.2";
  /** Whether the ad is the member `native` of its markup, as it was in the request. */
  isWrapped: boolean;
  assets: NativeAsset[];
  /** Events that the page reports by pixels; it reports impressions otherwise as well. */
  pixels: { impression: boolean; viewable: boolean };
  /** Whether the page runs scripts at an impression; absent in samples of earlier versions. */
  runsScripts?: boolean;
  /** Whether the page links to the advertiser's own privacy notice. */
  hasPrivacyLink: boolean;
};

/** A private marketplace deal offered for a slot. */
export type Deal = {
  id: string;
  /** In `floorCurrency` per thousand. */
  floor: number;
  floorCurrency: string;
  /** Fixed price: the bid must equal the floor. */
  isFixed: boolean;
  /** Whether the winner pays its bid; undefined if that is as in the request. */
  isFirstPrice: boolean | undefined;
  /** Allowed advertisers; empty allows all. */
  domains: string[];
};

/** An impression opportunity on a page. Sizes are like "300x250". */
export type Slot = {
  id: string;
  kind: "banner" | "video" | "native" | "audio";
  sizes: string[];
  /** The lowest price, in `floorCurrency` per thousand. */
  floor: number;
  floorCurrency: string;
  tagId: string;
  /** Viewability as measured by the exchange, 0 to 1. */
  seenRate: number | undefined;
  allowsHtml: boolean;
  allowsImage: boolean;
  /** Forbidden creative attributes, as AdCOM codes. */
  blockedAttributes: number[];
  video: PlayerLimits | undefined;
  /** Absent in samples of earlier versions, as `native` is. */
  audio?: AudioLimits | undefined;
  /** Absent in samples of earlier versions. */
  native?: NativeRequest | undefined;
  privateOnly: boolean;
  deals: Deal[];
};

/** A visitor's location, as far as consent allows. */
export type Place = {
  country: string;
  /** ISO 3166-2. */
  region: string;
  city: string;
  zip: string;
  latitude: number | undefined;
  longitude: number | undefined;
  /** Cache key of the place; computed where it is absent. */
  placeKey?: string;
};

/** The visitor, as far as consent allows. */
export type Visitor = Place & {
  device: string;
  browser: string;
  isBot: boolean;
  language: string;
  /** Pseudonym; "" where the visitor may not be recognized. */
  key: string;
  segments: string[];
  age: string;
  gender: string;
  parental: string;
  income: string;
  /** Advertisers whose remarketing audience contains this visitor. */
  remarketingOwners: string[];
};

/** An account of an advertising system in the supply chain. */
export type SellerNode = { system: string; id: string };

/** The supply chain of a request; its last node is the sender. `domain` publishes the ads.txt. */
export type RequestSeller = {
  domain: string;
  nodes: SellerNode[];
  chain: "absent" | "complete" | "incomplete" | "broken";
};

/** Transparency requested under the EU's Digital Services Act: OpenRTB's `regs.ext.dsa`. */
export type DsaRequest = "none" | "told" | "shown";

/** A normalized ad request from an exchange or a publisher's tag. */
export type AdRequest = {
  id: string;
  exchange: string;
  /** When it arrived. */
  atMs: number;
  slots: Slot[];
  currencies: string[];
  tmaxMs: number | undefined;
  isTest: boolean;
  /** Whether the winner pays its own bid instead of the price needed to win. */
  isFirstPrice: boolean;
  /** Transparency that the exchange requests under the Digital Services Act. */
  dsa: DsaRequest;
  /** AdCOM's code of the taxonomy in which a bid declares its category. */
  taxonomy: number;
  /** In the Content Taxonomy 1.0, and newer IDs by `contentKey` and `productKey`. */
  blockedCategories: string[];
  allowedCategories: string[];
  blockedAdvertisers: string[];
  /** Languages that ads may have, two letters of ISO 639-1; empty means any. */
  allowedLanguages: string[];
  /** Domain or bundle. */
  site: string;
  siteKind: "site" | "app";
  /** What the request calls its app; absent for websites. */
  appName?: string | undefined;
  seller: RequestSeller | undefined;
  page: string;
  categories: string[];
  /** Normalized text of the page for keyword targeting. */
  keywordText: string;
  visitor: Visitor;
  /** What third parties are told of the visitor's consent; absent in samples, which nobody else receives. */
  consent?: ConsentSignal | undefined;
};

/** Whether the GDPR applies, as "1" or "0" or "" where the exchange does not say, and the TCF string. */
export type ConsentSignal = { gdpr: string; text: string };
