import type { CampaignSuggestions } from "@litfass/contract/campaigns/campaign-suggestions";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { impressionsFor, minorFloorOfMicros } from "@litfass/contract/kernel/money";
import type { Caller } from "@litfass/contract/kernel/roles";
import { targetingSchema } from "@litfass/contract/targeting/targeting";
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
import { type Audience, applyAll, wideningsOf } from "./widenings.ts";

const dayMs = 86_400_000;
const maxSuggestions = 5;

/**
 * Changes of a campaign's audience with more reach, estimated like the forecast. Where no single one brings what the
 * budget needs, the last applies all of them. Nothing is suggested if the audience can no longer change.
 * @throws 404 and 403 like the campaign itself.
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
  const present = { targeting: targetingSchema.parse(row.targeting), categories: row.categories };
  const isOpen = frozenSettings(row.status, ["targeting", "categories"]).length === 0;
  const widenings = isOpen ? wideningsOf(present) : [];
  const cpmMinor = await findCpm(db, row, now);
  const estimate = await estimator(db, { ...row, cpmMinor }, { source, now, rates });
  const [perDay = 0, ...each] = await estimate([present, ...widenings.map(({ apply }) => apply(present))]);
  const needed = await neededPerDay(db, row, now, cpmMinor);
  const helpful = widenings
    .map((widening, at) => ({ widening, perDay: each[at] ?? 0 }))
    .filter((one) => one.perDay > perDay)
    .sort((a, b) => b.perDay - a.perDay)
    .slice(0, maxSuggestions);
  const suggestions: CampaignSuggestions["suggestions"] = helpful.map(
    ({ widening: { kind, radiusKm, apply }, perDay: impressions }) => ({
      ...{ kind, radius_km: radiusKm, per_day: impressions },
      ...apply(present),
    }),
  );
  const isShort = needed !== null && (helpful[0]?.perDay ?? 0) < needed;
  // Two restrictions may each leave nothing, so that lifting only one changes nothing.
  const together = helpful.length > 1 ? helpful.map(({ widening }) => widening) : widenings;
  if (isShort && together.length > 1) {
    const widest = applyAll(present, together);
    const [all = 0] = await estimate([widest]);
    if (all > (helpful[0]?.perDay ?? perDay)) {
      suggestions.push({ kind: "all", radius_km: null, per_day: all, ...widest });
    }
  }
  return { needed_per_day: needed, per_day: perDay, suggestions };
}

/** Impressions per day of audiences that the campaign could have. */
async function estimator(
  db: Database,
  row: CampaignRow & { cpmMinor: number },
  { source, now, rates }: { source: TrafficSource; now: Date; rates: CurrencyRates },
): Promise<(audiences: Audience[]) => Promise<number[]>> {
  const usualLanguage = (await findUser(db, row.ownerUid))?.lang ?? "en";
  const added = (await chosenFormats(db, row.id)).map(({ format }) => format);
  const samples = await source();
  return async (audiences) => {
    const snapshots = await Promise.all(
      audiences.map((audience) =>
        hypothetical(db, now, { ...questionOf(row), ...audience }, { ...row, usualLanguage, added }),
      ),
    );
    return estimateGroups(samples, snapshots, rates);
  };
}

const questionOf = (row: CampaignRow) => ({
  type: row.type,
  strategy: row.strategy,
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
