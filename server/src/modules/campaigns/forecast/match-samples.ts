import { matchTraffic, type TrafficMatch } from "@litfass/adserver/index";
import { tagExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { SampleTotals } from "./availability.ts";
import type { SourceSample } from "./traffic-source.ts";

/** One sample of traffic and what a campaign and its variations match in it. */
export type MatchedSample = { totals: SampleTotals; match: TrafficMatch };

/**
 * Matches each sample with something in it. A campaign that buys through deals alone can only buy where one of them is: of
 * other samples it counts nothing, instead of borrowing from what others buy there.
 */
export function matchSamples(
  samples: SourceSample[],
  snapshots: CampaignSnapshot[],
  rates: CurrencyRates,
): MatchedSample[] {
  const deals = snapshots[0]?.targeting.deals ?? [];
  return samples.flatMap(({ kind, requests, seen, ...totals }) => {
    const isOffered =
      deals.length === 0 || deals.some(({ exchange }) => (exchange === tagExchange) === (kind === "own"));
    if (requests.length === 0 || !isOffered) return [];
    return [{ totals: { ...totals, size: requests.length }, match: matchTraffic(requests, snapshots, rates, seen) }];
  });
}
