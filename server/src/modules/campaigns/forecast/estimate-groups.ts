import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { estimateAvailability } from "./availability.ts";
import { sumOf } from "./forecast.ts";
import { variationsOf } from "./forecast-variations.ts";
import { matchSamples } from "./match-samples.ts";
import type { SourceSample } from "./traffic-source.ts";

/**
 * Impressions per day of each target group, by the estimate of the forecast: a group that few requests of the sample
 * match borrows from its settings' share of the whole sample. All groups are matched in one pass, equal variations once.
 */
export function estimateGroups(samples: SourceSample[], groups: CampaignSnapshot[], rates: CurrencyRates): number[] {
  const distinct = new Map<string, CampaignSnapshot>();
  const positions = new Map<string, number>();
  const positionOf = (snapshot: CampaignSnapshot): number => {
    const key = JSON.stringify(snapshot.targeting);
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, positions.size);
    distinct.set(key, { ...snapshot, campaignId: positions.size });
    return positions.size - 1;
  };
  const estimated = groups.map((group) => {
    const { variations, snapshots } = variationsOf(group);
    const [own, ...each] = snapshots;
    const needed = variations.flatMap((variation, at) => {
      const snapshot = each[at];
      const isNeeded = variation.kind === "everyone" || variation.kind === "up_to" || variation.kind === "only";
      return isNeeded && snapshot ? [{ variation, position: positionOf(snapshot) }] : [];
    });
    return { own: positionOf(own ?? group), needed };
  });
  const matched = matchSamples(samples, [...distinct.values()], rates);
  return estimated.map(({ own, needed }) =>
    Math.round(
      sumOf(matched, ({ totals, match }) => {
        const slots = [own, ...needed.map(({ position }) => position)].map((at) => match.slots[at] ?? 0);
        const variations = needed.map(({ variation }) => variation);
        const { slotsPerDay, part, winRate } = estimateAvailability(totals, { ...match, slots }, variations, 1);
        const all = (totals.perDay * (slots[0] ?? 0)) / Math.max(1, totals.size);
        return (slotsPerDay.at(-1) ?? all) * part * winRate;
      }),
    ),
  );
}
