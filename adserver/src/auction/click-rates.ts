/** Impressions and clicks per placement and in total. */
export type ClickRates = { placements: Map<string, ClickRate>; shown: number; clicks: number };
type ClickRate = { shown: number; clicks: number };

export const newClickRates = (): ClickRates => ({ placements: new Map(), shown: 0, clicks: 0 });

/** Prior: one click per thousand impressions. */
const priorRate = 0.001;
const priorWeight = 1000;
/** Impressions after which a placement's own rate weighs as much as the average. */
const averageWeight = 200;
const [minPreference, maxPreference] = [0.1, 5];
const maxPlacements = 200_000;

export function noteClicks(rates: ClickRates, placement: string, shown: number, clicks: number): void {
  rates.shown += shown;
  rates.clicks += clicks;
  const rate = rates.placements.get(placement);
  if (rate !== undefined) {
    rate.shown += shown;
    rate.clicks += clicks;
    return;
  }
  if (rates.placements.size >= maxPlacements) {
    const [oldest = placement] = rates.placements.keys();
    rates.placements.delete(oldest);
  }
  rates.placements.set(placement, { shown, clicks });
}

/** The click-rate weight of a placement: the squared ratio of its click rate to the average; 1 where it is unknown. */
export function clickPreference(rates: ClickRates, placement: string): number {
  const rate = rates.placements.get(placement);
  if (rate === undefined) return 1;
  const average = (rates.clicks + priorRate * priorWeight) / (rates.shown + priorWeight);
  const expected = average * averageWeight;
  const own = (rate.clicks + expected) / (rate.shown + averageWeight);
  return Math.min(maxPreference, Math.max(minPreference, (own / average) ** 2));
}
