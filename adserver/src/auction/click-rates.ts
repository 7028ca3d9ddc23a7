/** How often ads are clicked at a placement, and everywhere together. */
export type ClickRates = { placements: Map<string, ClickRate>; shown: number; clicks: number };
type ClickRate = { shown: number; clicks: number };

export const newClickRates = (): ClickRates => ({ placements: new Map(), shown: 0, clicks: 0 });

/** Before anything is known one of a thousand is clicked. */
const usualRate = 0.001;
const usualWeight = 1000;
/** A placement's own figures count as much as the average after so many impressions. */
const averageWeight = 200;
const [leastPreference, mostPreference] = [0.1, 5];
const mostPlacements = 200_000;

export function noteClicks(rates: ClickRates, placement: string, shown: number, clicks: number): void {
  rates.shown += shown;
  rates.clicks += clicks;
  const rate = rates.placements.get(placement);
  if (rate !== undefined) {
    rate.shown += shown;
    rate.clicks += clicks;
    return;
  }
  if (rates.placements.size >= mostPlacements) rates.placements.delete(rates.placements.keys().next().value!);
  rates.placements.set(placement, { shown, clicks });
}

/**
 * How much a placement is preferred by who wants clicks: the square of how many times as often as elsewhere ads are
 * clicked there, as far as it is known; 1 where it is not.
 */
export function clickPreference(rates: ClickRates, placement: string): number {
  const rate = rates.placements.get(placement);
  if (rate === undefined) return 1;
  const average = (rates.clicks + usualRate * usualWeight) / (rates.shown + usualWeight);
  const expected = average * averageWeight;
  const own = (rate.clicks + expected) / (rate.shown + averageWeight);
  return Math.min(mostPreference, Math.max(leastPreference, (own / average) ** 2));
}
