import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";

/** With fewer, which one is best is chance. */
const leastConversions = 5;

type Row = Pick<StatisticsTableRow, "key" | "conversions" | "conversion_rate">;

/** The creative with the highest share of clicks that convert; undefined while too few did, or there is only one. */
export function bestConverting(rows: Row[]): string | undefined {
  const rateOf = ({ conversion_rate }: Row): number => conversion_rate ?? 0;
  const [best, second] = rows.toSorted((a, b) => rateOf(b) - rateOf(a));
  if (best === undefined || second === undefined || (best.conversions ?? 0) < leastConversions) return undefined;
  return rateOf(best) > rateOf(second) ? best.key : undefined;
}
