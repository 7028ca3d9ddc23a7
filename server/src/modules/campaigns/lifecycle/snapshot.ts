import type { CampaignSnapshot, SnapshotCreative, SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import { codesOfLine } from "@litfass/contract/campaigns/lines-of-business";
import type { Language } from "@litfass/contract/kernel/language";
import { impressionPriceMicros } from "@litfass/contract/kernel/money";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { SelectedLists } from "../../targeting/index.ts";
import { hostOf } from "../destination.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import type { CampaignRow } from "../tables.ts";

export type SnapshotParts = {
  startAt: Date;
  endAt: Date;
  /** The advertiser name sent to exchanges and publishers. */
  advertiserName: string;
  /**
   * The advertiser's language, declared for banners of a campaign without one: publishers that allow certain languages
   * refuse banners of none.
   */
  usualLanguage: Language;
  /** The price of a thousand impressions, in minor units. */
  cpmMinor: number;
  creatives: SnapshotCreative[];
  /** Empty: it buys without deals. */
  deals: SnapshotDeal[];
} & SelectedLists;

/** What a snapshot contains of a campaign's row. */
export type Snapshotted = Readonly<
  Pick<
    CampaignRow,
    | "id"
    | "ownerUid"
    | "name"
    | "version"
    | "timeZone"
    | "currency"
    | "totalBudgetMicros"
    | "strategy"
    | "pacing"
    | "destinationUrl"
    | "categories"
    | "lineOfBusiness"
    | "targeting"
    | "language"
    | "impressionTrackers"
    | "verificationScripts"
    | "measuresConversions"
  >
>;

/** The categories of what is advertised; its topics say where it is shown. */
function declaredCategories(row: Snapshotted): Pick<CampaignSnapshot, "iabCategories" | "newerCategories"> {
  const line = lineOfBusinessOf(row);
  if (line === null) return { iabCategories: [] };
  const { content1, content2, product2 } = codesOfLine(line);
  return { iabCategories: [content1], newerCategories: content2 === undefined ? { product2 } : { content2, product2 } };
}

function trackersOf({ impressionTrackers, verificationScripts }: Snapshotted): Pick<CampaignSnapshot, "trackers"> {
  if (impressionTrackers.length === 0 && verificationScripts.length === 0) return {};
  return { trackers: { pixels: impressionTrackers, scripts: verificationScripts } };
}

/** Native ads name their advertiser, which may change after the review. */
const withBrand = (creative: SnapshotCreative, brand: string): SnapshotCreative =>
  creative.native === undefined ? creative : { ...creative, native: { ...creative.native, brand } };

/** The campaign's snapshot for delivery; pure. A campaign without start, end or link has none. */
export function snapshotOf(row: Snapshotted, parts: SnapshotParts): CampaignSnapshot {
  const targeting = targetingSchema.parse(row.targeting);
  const places = targeting.locations;
  return {
    campaignId: row.id,
    ownerUid: row.ownerUid,
    name: row.name,
    version: row.version,
    startAt: parts.startAt.toISOString(),
    endAt: parts.endAt.toISOString(),
    timeZone: row.timeZone,
    currency: row.currency,
    budgetMicros: String(row.totalBudgetMicros ?? 0n),
    priceMicros: String(impressionPriceMicros(parts.cpmMinor)),
    strategy: row.strategy,
    pacing: row.pacing,
    destinationUrl: row.destinationUrl ?? "",
    advertiserDomain: hostOf(row.destinationUrl),
    advertiserName: parts.advertiserName,
    language: row.language ?? parts.usualLanguage,
    ...declaredCategories(row),
    targeting: {
      countries: places.flatMap((place) => (place.kind === "country" ? [place.country] : [])),
      regions: places.flatMap((place) => (place.kind === "region" ? [place.id.replace(/^region:/, "")] : [])),
      cities: places.flatMap((place) =>
        place.kind === "city"
          ? [
              {
                name: place.name.split(",")[0] ?? place.name,
                country: place.country,
                latitude: place.latitude,
                longitude: place.longitude,
              },
            ]
          : [],
      ),
      zips: places.flatMap((place) => (place.kind === "zip" ? [place.id.replace(/^zip:([A-Z]{2}):/, "$1 ")] : [])),
      radii: places.flatMap((place) =>
        place.kind === "radius"
          ? [{ latitude: place.latitude, longitude: place.longitude, radiusKm: place.radius_km }]
          : [],
      ),
      devices: targeting.devices,
      browsers: targeting.browsers,
      languages: row.language ? [row.language] : [],
      environments: targeting.environments,
      categories: row.categories,
      keywords: targeting.keywords,
      hours: targeting.hours,
      siteAllow: parts.siteAllow,
      siteBlock: parts.siteBlock,
      audiences: parts.segmentIds,
      ...(parts.dataFees.length > 0 && { dataFees: parts.dataFees }),
      ages: targeting.age_ranges,
      genders: targeting.genders,
      parental: targeting.parental_statuses,
      incomes: targeting.household_incomes,
      remarketing: targeting.remarketing,
      deals: parts.deals,
    },
    ...trackersOf(row),
    ...(row.measuresConversions && { measuresConversions: true }),
    creatives: parts.creatives.map((creative) =>
      withBrand(creative, parts.advertiserName || hostOf(row.destinationUrl)),
    ),
  };
}
