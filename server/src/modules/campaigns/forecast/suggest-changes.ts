import type { CampaignSuggestions, suggestionKinds } from "@litfass/contract/campaigns/campaign-suggestions";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { impressionsFor, minorFloorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { type Targeting, targetingSchema } from "@litfass/contract/targeting/targeting";
import type { Database } from "@litfass/platform/postgres/postgres";
import { spentOnCampaigns } from "../../billing/index.ts";
import { chosenFormats } from "../../creatives/index.ts";
import { findUser } from "../../users/index.ts";
import { frozenSettings } from "../campaign.ts";
import { periodOf } from "../campaign-sql.ts";
import { getCampaign } from "../get-campaign.ts";
import { findCpm } from "../price.ts";
import type { CampaignRow } from "../tables.ts";
import { estimateGroups } from "./estimate-groups.ts";
import { hypothetical } from "./forecast-campaign.ts";
import type { TrafficSource } from "./traffic-source.ts";

type Kind = (typeof suggestionKinds)[number];
type Suggestion = { kind: Kind; radiusKm: number | null; targeting: Targeting };

const dayMs = 86_400_000;
const maxRadiusKm = 100;
const maxSuggestions = 5;
const unknownFields = ["age_ranges", "parental_statuses", "household_incomes"] as const;

/** A wider radius of every circle: twice, at least 10 km more, in steps of 5 km. */
function widened(targeting: Targeting): Suggestion | null {
  let widestKm = 0;
  const locations = targeting.locations.map((place) => {
    if (place.kind !== "radius" || place.radius_km >= maxRadiusKm) return place;
    const wider = Math.ceil(Math.max(place.radius_km * 2, place.radius_km + 10) / 5) * 5;
    const radiusKm = Math.min(maxRadiusKm, wider);
    widestKm = Math.max(widestKm, radiusKm);
    // The label names the radius, as in "Bern, 30 km".
    return { ...place, radius_km: radiusKm, name: place.name.replace(`${place.radius_km} km`, `${radiusKm} km`) };
  });
  return widestKm === 0 ? null : { kind: "radius", radiusKm: widestKm, targeting: { ...targeting, locations } };
}

/** Single changes that reach more people and slots; those without effect are absent. */
export function changesOf(targeting: Targeting): Suggestion[] {
  const open = (kind: Kind, change: Partial<Targeting>): Suggestion[] => {
    const isNarrowed = Object.keys(change).some((field) => {
      const value = targeting[field as keyof Targeting];
      return Array.isArray(value) && value.length > 0;
    });
    return isNarrowed ? [{ kind, radiusKm: null, targeting: { ...targeting, ...change } }] : [];
  };
  const unknown = Object.fromEntries(
    unknownFields.flatMap((field) => {
      const chosen: readonly string[] = targeting[field];
      return chosen.length > 0 && !chosen.includes("unknown") ? [[field, [...chosen, "unknown"]]] : [];
    }),
  );
  const wider = widened(targeting);
  return [
    ...(wider ? [wider] : []),
    ...open("unknown", unknown),
    ...open("people", { age_ranges: [], genders: [], parental_statuses: [], household_incomes: [] }),
    ...open("devices", { devices: [] }),
    ...open("hours", { hours: [] }),
    ...open("browsers", { browsers: [] }),
    ...open("audiences", { audiences: [] }),
    ...open("sites", { whitelists: [] }),
  ];
}

/**
 * Changes of a campaign's target group with more reach, estimated like the forecast. Nothing is
 * suggested if the target group can no longer change. @throws 404 and 403 like the campaign itself.
 */
export async function suggestChanges(
  db: Database,
  caller: Caller,
  id: number,
  source: TrafficSource,
  now: Date,
  rates: CurrencyRates,
): Promise<CampaignSuggestions> {
  const row = await getCampaign(db, caller, id);
  const targeting = targetingSchema.parse(row.targeting);
  const changes = frozenSettings(row.status, ["targeting"]).length === 0 ? changesOf(targeting) : [];
  const cpmMinor = await findCpm(db, row, now);
  const usualLanguage = (await findUser(db, row.ownerUid))?.lang ?? "en";
  const added = (await chosenFormats(db, row.id)).map(({ format }) => format);
  const snapshots = await Promise.all(
    [targeting, ...changes.map((change) => change.targeting)].map((each) =>
      hypothetical(db, now, { ...questionOf(row), targeting: each }, { ...row, cpmMinor, usualLanguage, added }),
    ),
  );
  const [perDay = 0, ...changed] = estimateGroups(await source(), snapshots, rates);
  return {
    needed_per_day: await neededPerDay(db, row, now, cpmMinor),
    per_day: perDay,
    suggestions: changes
      .map(({ kind, radiusKm, targeting: wider }, at) => ({
        kind,
        radius_km: radiusKm,
        per_day: changed[at] ?? 0,
        targeting: wider,
      }))
      .filter((each) => each.per_day > perDay)
      .sort((a, b) => b.per_day - a.per_day)
      .slice(0, maxSuggestions),
  };
}

const questionOf = (row: CampaignRow) => ({
  type: row.type,
  strategy: row.strategy,
  categories: row.categories,
  language: row.language,
  destination_url: row.destinationUrl,
});

/** Impressions per day that spend the remaining budget until the end; null if the period is over or not set. */
async function neededPerDay(db: Database, row: CampaignRow, now: Date, cpmMinor: number): Promise<number | null> {
  if (!row.startOn || !row.endOn || row.totalBudgetMicros === null) return null;
  const { startAt, endAt } = await periodOf(db, row);
  const days = (endAt.getTime() - Math.max(now.getTime(), startAt.getTime())) / dayMs;
  if (days <= 0) return null;
  const spent = (await spentOnCampaigns(db, [row.id])).get(row.id) ?? 0n;
  const left = row.totalBudgetMicros > spent ? row.totalBudgetMicros - spent : 0n;
  return Math.ceil(impressionsFor(minorFloorOfMicros(left), cpmMinor) / Math.max(1, days));
}
