import type { ForecastRange } from "@litfass/contract/campaigns/forecast";

/** With fewer sampled visitors almost nobody was seen twice, so there is no upper bound. */
const minVisitors = 30;

/**
 * Estimates the number of people behind `all` impressions from a sample's visitors. Low: the sampled ones plus those
 * missed, estimated from how many were seen once and twice (Chao). High: new people keep appearing at the rate of the
 * end of the sample (Heaps). Some people appear much more often than others, so the truth is in between.
 */
export function estimatePeople(visitors: string[], all: number): { low: number; high: number } {
  const counts = new Map<string, number>();
  for (const visitor of visitors) counts.set(visitor, (counts.get(visitor) ?? 0) + 1);
  const distinct = counts.size;
  const seenTimes = (times: number): number => [...counts.values()].filter((count) => count === times).length;
  const once = seenTimes(1);
  const low = distinct + (once * Math.max(0, once - 1)) / (2 * (seenTimes(2) + 1));
  if (visitors.length < minVisitors) return { low, high: Number.POSITIVE_INFINITY };
  const high = distinct * Math.max(1, all / visitors.length) ** (once / distinct);
  return { low: Math.min(low, high), high };
}

/**
 * People reached by impressions that are spread at random. `known` is the share of impressions to recognized visitors;
 * the others count as half a person each.
 */
export function peopleReached(
  impressions: ForecastRange,
  people: { low: number; high: number },
  known: number,
): ForecastRange {
  const reached = (shown: number, all: number): number => {
    if (all === 0) return 0;
    const recognized = shown * known;
    const distinct = Number.isFinite(all) ? all * (1 - Math.exp(-recognized / all)) : recognized;
    return distinct + (shown * (1 - known)) / 2;
  };
  return {
    low: Math.min(impressions.low, reached(impressions.low, people.low)),
    high: Math.min(impressions.high, reached(impressions.high, people.high)),
  };
}
