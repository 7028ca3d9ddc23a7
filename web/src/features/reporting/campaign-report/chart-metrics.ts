import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";

/** The metrics of a campaign's chart, one column per day. */
export const chartMetrics = ["impressions", "visibility", "clicks", "ctr", "spend", "conversions"] as const;
export type ChartMetric = (typeof chartMetrics)[number];

type Day = Pick<
  StatisticsTableRow,
  "impressions" | "viewable_impressions" | "visibility_rate" | "clicks" | "ctr" | "spend" | "conversions"
>;

/**
 * The parts of a day's column from the bottom: impressions are split into viewable and the rest, all others are one
 * part.
 */
export function partsOf(metric: ChartMetric, day: Day | undefined): number[] {
  if (!day) return metric === "impressions" ? [0, 0] : [0];
  switch (metric) {
    case "impressions":
      return [day.viewable_impressions, Math.max(0, day.impressions - day.viewable_impressions)];
    case "visibility":
      return [day.visibility_rate];
    case "clicks":
      return [day.clicks];
    case "ctr":
      return [day.ctr];
    case "spend":
      return [day.spend ?? 0];
    case "conversions":
      return [day.conversions ?? 0];
  }
}

/** The last days of a period that fit a chart, oldest first. */
export function lastDays(from: string, to: string, max: number, before: (day: string) => string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from && days.length < max; day = before(day)) days.unshift(day);
  return days;
}
