import { z } from "zod";

/**
 * A campaign as known to delivery processes: everything a bid needs, nothing else. The campaigns module publishes it,
 * delivery compiles it. An empty list in `targeting` means "no restriction". Amounts are micros of `currency` in
 * decimal strings, because JSON numbers lose digits.
 */

const micros = z.string().regex(/^\d{1,18}$/);

export const snapshotPlace = z.object({
  name: z.string(),
  /** ISO 3166-1 alpha-2, upper case. */
  country: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const snapshotRadius = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  radiusKm: z.number().positive(),
});

/** A deal that a campaign buys through: at an exchange by its ID there, or on placements of publishers (`tag`). */
export const snapshotDeal = z.object({
  exchange: z.string(),
  id: z.string(),
  placements: z.array(z.number().int()),
  /** The price is the only bid; else the lowest one. */
  isFixed: z.boolean(),
  /** For a thousand impressions, of `currency`. */
  priceMicros: micros,
  currency: z.string().length(3),
  startAt: z.iso.datetime({ offset: true }).nullable(),
  endAt: z.iso.datetime({ offset: true }).nullable(),
});
export type SnapshotDeal = z.infer<typeof snapshotDeal>;

const snapshotDataFee = z.object({
  audience: z.number().int(),
  segments: z.array(z.string()),
  /** Of the clearing price. */
  percent: z.number(),
  perThousand: z.number(),
  currency: z.string(),
});
export type SnapshotDataFee = z.infer<typeof snapshotDataFee>;

export const snapshotTargeting = z.object({
  /** ISO 3166-1 alpha-2, upper case. */
  countries: z.array(z.string()).default([]),
  /** ISO 3166-2, as in "CH-ZH". */
  regions: z.array(z.string()).default([]),
  cities: z.array(snapshotPlace).default([]),
  zips: z.array(z.string()).default([]),
  radii: z.array(snapshotRadius).default([]),
  devices: z.array(z.string()).default([]),
  browsers: z.array(z.string()).default([]),
  /** ISO 639-1, lower case. */
  languages: z.array(z.string()).default([]),
  environments: z.array(z.enum(["web", "app"])).default([]),
  /** IAB content categories; a parent covers its children. */
  categories: z.array(z.string()).default([]),
  keywords: z.array(z.string()).default([]),
  /** Domains (a domain covers its subdomains) or app bundles. */
  siteAllow: z.array(z.string()).default([]),
  siteBlock: z.array(z.string()).default([]),
  audiences: z.array(z.string()).default([]),
  /** Audiences that cost, and what their providers get. Segments in none of them are free. */
  dataFees: z.array(snapshotDataFee).optional(),
  ages: z.array(z.string()).default([]),
  genders: z.array(z.string()).default([]),
  parental: z.array(z.string()).default([]),
  incomes: z.array(z.string()).default([]),
  /** Hours of the week in the campaign's time zone, Monday's first is 0. */
  hours: z.array(z.number().int().min(0).max(167)).default([]),
  /** Only visitors who have seen this advertiser's ads or site. */
  remarketing: z.boolean().default(false),
  /** Only slots with one of these deals. */
  deals: z.array(snapshotDeal).default([]),
});

/** A published picture of a native ad. */
const nativePicture = z.object({
  hash: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  contentType: z.string(),
});

/** What pages compose a native ad of, from the same form as the banners. */
export const snapshotNative = z.object({
  title: z.string(),
  description: z.string(),
  buttonText: z.string(),
  /** The advertiser's name, which pages show as the sponsor. */
  brand: z.string().default(""),
  logo: nativePicture.nullable(),
  /** As the form has them. */
  pictures: z.array(nativePicture),
  /** The first picture in the proportions that pages ask for, and the logo, or else the picture, as a square. */
  crops: z.array(nativePicture).optional(),
  icons: z.array(nativePicture).optional(),
});
export type SnapshotNative = z.infer<typeof snapshotNative>;

export { nativeCreative } from "./native-creative.ts";

/**
 * A VAST tag of another ad server, which our VAST document leads on to. What it answered when it was checked: `hosts` are
 * requested by the player, `version` is the newest major version of VAST, `media` is the address of this file.
 */
const snapshotVastTag = z.object({
  url: z.string(),
  hosts: z.array(z.string()),
  version: z.number().int(),
  media: z.string(),
});

export const snapshotCreative = z.object({
  uuid: z.string(),
  /** "300x250" for display; for video the rendition's size; "audio" for audio. */
  format: z.string(),
  /** 0 for audio. */
  width: z.number().int().nonnegative(),
  height: z.number().int().nonnegative(),
  /** The published file, see `publishAdFile`. */
  fileHash: z.string(),
  /** A published picture of an HTML banner for an exchange's reviewers; absent until it is drawn. */
  pictureHash: z.string().optional(),
  kind: z.enum(["html", "image", "video", "audio"]),
  /** A banner of an audio campaign: shown next to its spot, never offered by itself. */
  isCompanion: z.boolean().optional(),
  /** A tag of another ad server, which is told of the visitor's consent. */
  isThirdParty: z.boolean().optional(),
  /** Videos of another ad server only: one creative for each of its files. */
  vastTag: snapshotVastTag.optional(),
  /** Its creative attributes as AdCOM codes, some of which publishers block (`battr`). */
  attributes: z.array(z.number().int()).optional(),
  /** What native ads are made of, beside the banner with the same content; at most one creative has it. */
  native: snapshotNative.optional(),
  /** Video and audio only. */
  durationSeconds: z.number().positive().optional(),
  contentType: z.string().optional(),
  bitrateKbps: z.number().int().positive().optional(),
  /** Its own landing page if it differs from the campaign's, as for a feed product. */
  destinationUrl: z.string().optional(),
});

export const campaignSnapshot = z.object({
  campaignId: z.number().int().positive(),
  ownerUid: z.string().min(1),
  name: z.string(),
  /** Increases with each change; a process never returns to an older one. */
  version: z.number().int().nonnegative(),
  startAt: z.iso.datetime({ offset: true }),
  endAt: z.iso.datetime({ offset: true }),
  /** IANA zone of the account, which determines the days of the budget share. */
  timeZone: z.string(),
  /** ISO 4217. */
  currency: z.string().length(3),
  budgetMicros: micros,
  /** Charged for one counted impression: 25 CPM is "25000". */
  priceMicros: micros,
  strategy: z.enum(["awareness", "performance"]),
  pacing: z.enum(["even", "ahead"]),
  destinationUrl: z.string(),
  advertiserDomain: z.string(),
  /** The advertiser as declared to exchanges and publishers. */
  advertiserName: z.string().default(""),
  /** Language of the ads, ISO 639-1; absent in older snapshots. */
  language: z.string().optional(),
  /** IAB categories of the advertised content, compared with a publisher's blocked ones. */
  iabCategories: z.array(z.string()).default([]),
  /** The same in the Content Taxonomies from 2.0 on and the Ad Product Taxonomy 2.0; absent in older snapshots. */
  newerCategories: z.object({ content2: z.string().optional(), product2: z.string() }).optional(),
  targeting: snapshotTargeting,
  /** What third parties measure, with macros; absent without any. */
  trackers: z.object({ pixels: z.array(z.string()), scripts: z.array(z.string()) }).optional(),
  /** Clicks lead to the landing page with an identifier, by which it reports conversions. Absent: they do not. */
  measuresConversions: z.boolean().optional(),
  creatives: z.array(snapshotCreative).max(200),
});

export type CampaignSnapshot = z.infer<typeof campaignSnapshot>;
export type SnapshotTargeting = z.infer<typeof snapshotTargeting>;
export type SnapshotCreative = z.infer<typeof snapshotCreative>;

/** PostgreSQL channel that carries the id of a campaign whose snapshot changed. */
export const snapshotChannel = "litfass_snapshot";
