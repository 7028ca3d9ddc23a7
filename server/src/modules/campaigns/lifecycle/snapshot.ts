import type { CampaignSnapshot, SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
import type { ChosenLists } from "../domain-lists/chosen-lists.ts";
import type { CampaignRow } from "../tables.ts";

const price = 25_000n;

export type SnapshotParts = {
  startAt: Date;
  endAt: Date;
  /** As exchanges and publishers are told. */
  advertiserName: string;
  creatives: SnapshotCreative[];
} & ChosenLists;

type Snapshotted = Readonly<
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
    | "targeting"
    | "language"
  >
>;

/** What delivery gets to know of a campaign; pure. A campaign without start, end or link has no snapshot. */
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
    priceMicros: String(price),
    strategy: row.strategy,
    pacing: row.pacing,
    destinationUrl: row.destinationUrl ?? "",
    advertiserDomain: row.destinationUrl ? new URL(row.destinationUrl).hostname.replace(/^www\./, "") : "",
    advertiserName: parts.advertiserName,
    iabCategories: row.categories,
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
      ages: targeting.age_ranges,
      genders: targeting.genders,
      parental: targeting.parental_statuses,
      incomes: targeting.household_incomes,
      remarketing: targeting.remarketing,
    },
    creatives: parts.creatives,
  };
}
