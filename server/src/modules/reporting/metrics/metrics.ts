import { type Currency, formatMinor, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import type { BudgetFigures, Metrics } from "@litfass/contract/reporting/figures";

/** Counts of one row from the event store, without invalid traffic. */
export type Counts = {
  impressions: number;
  clicks: number;
  /** Impressions of which it is known whether they were viewable; at least `viewable`. */
  measured: number;
  viewable: number;
  videoStarts: number;
  videoFirstQuartiles: number;
  videoMidpoints: number;
  videoThirdQuartiles: number;
  videoCompletes: number;
  invalidImpressions: number;
  invalidClicks: number;
};

export const noCounts: Counts = {
  impressions: 0,
  clicks: 0,
  measured: 0,
  viewable: 0,
  videoStarts: 0,
  videoFirstQuartiles: 0,
  videoMidpoints: 0,
  videoThirdQuartiles: 0,
  videoCompletes: 0,
  invalidImpressions: 0,
  invalidClicks: 0,
};

/** A share in percent with up to four decimals; 0 if the total is 0 (FIELD-MET-003, FIELD-MET-011). */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000_000) / 10_000;

type ViewabilityCounts = Pick<Counts, "impressions" | "measured" | "viewable">;

/**
 * The viewability metrics of one row, rates in percent. What could not be measured counts in neither part of the
 * viewability rate, but lowers the measured rate (MRC).
 */
export const viewabilityMetrics = ({ impressions, measured, viewable }: ViewabilityCounts) => ({
  measured_impressions: measured,
  measured_rate: percentOf(measured, impressions),
  viewable_impressions: viewable,
  visibility_rate: percentOf(viewable, measured),
});

/** The dashboard's metrics of one row. */
export const metricsOf = (counts: Counts): Metrics => ({
  impressions: counts.impressions,
  clicks: counts.clicks,
  ctr: percentOf(counts.clicks, counts.impressions),
  ...viewabilityMetrics(counts),
  video_plays: counts.videoStarts,
  first_quartile: counts.videoFirstQuartiles,
  midpoint: counts.videoMidpoints,
  third_quartile: counts.videoThirdQuartiles,
  completions: counts.videoCompletes,
  completion_rate: percentOf(counts.videoCompletes, counts.impressions),
  invalid_impressions: counts.invalidImpressions,
  invalid_clicks: counts.invalidClicks,
});

/**
 * The spent part of a budget: the charges of delivered impressions, each at its price (25 CPM is 25,000 micros),
 * never above the budget (FIELD-MET-005). Late impressions that were not charged do not count.
 */
export const effectiveBudgetMicros = (chargedMicros: bigint, budgetMicros: bigint): bigint =>
  chargedMicros < budgetMicros ? chargedMicros : budgetMicros;

/** Budget and spend in minor units, as every row and sum shows them. */
export function budgetMinor(budgetMicros: bigint, effectiveMicros: bigint): { budget: number; effective: number } {
  const budget = minorFloorOfMicros(budgetMicros);
  return { budget, effective: Math.min(budget, minorOfMicros(effectiveMicros)) };
}

/** Budget, spend and remainder in minor units: remaining = budget - effective to the last Rappen. */
export function budgetFigures(currency: Currency, budgetMicros: bigint, effectiveMicros: bigint): BudgetFigures {
  const { budget, effective } = budgetMinor(budgetMicros, effectiveMicros);
  return {
    currency,
    budget,
    budget_formatted: formatMinor(budget),
    effective_budget: effective,
    effective_budget_formatted: formatMinor(effective),
    remaining_budget: budget - effective,
    remaining_budget_formatted: formatMinor(budget - effective),
  };
}
