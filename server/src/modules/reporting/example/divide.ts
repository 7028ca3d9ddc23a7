import { type Counts, noCounts } from "../metrics/metrics.ts";
import type { Weight } from "./example-data.ts";

/** Divides counts among groups by their weights, so that every count adds up to the total exactly. */
export function divide(total: Counts, weights: readonly Weight[]): Counts[] {
  const shares = weights.map(([share]) => share);
  const impressions = apportion(total.impressions, shares);
  const measured = apportion(total.measured, impressions);
  const viewable = apportion(
    total.viewable,
    measured.map((each, at) => each * (weights[at]?.[1] ?? 1)),
  );
  const clicks = apportion(
    total.clicks,
    impressions.map((each, at) => each * (weights[at]?.[2] ?? 1)),
  );
  return weights.map((_, at) => ({
    ...noCounts,
    impressions: impressions[at] ?? 0,
    measured: measured[at] ?? 0,
    viewable: viewable[at] ?? 0,
    clicks: clicks[at] ?? 0,
  }));
}

/** Whole numbers in proportion to the shares; the largest remainders get what rounding down leaves. */
export function apportion(total: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((all, each) => all + each, 0);
  const exact = shares.map((share) => (total * share) / sum);
  const whole = exact.map(Math.floor);
  const left = total - whole.reduce((all, each) => all + each, 0);
  const byRemainder = exact.map((each, at) => ({ at, rest: each - Math.floor(each) })).sort((a, b) => b.rest - a.rest);
  for (const { at } of byRemainder.slice(0, left)) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}
