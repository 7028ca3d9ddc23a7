import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";

export type AdCounts = { impressions: number; clicks: number; costMicros: bigint; currency: string };

/** Percent with up to four decimals; 0 without impressions. */
export const ctrOf = ({ impressions, clicks }: Pick<AdCounts, "impressions" | "clicks">): number =>
  impressions === 0 ? 0 : Math.round((clicks / impressions) * 1_000_000) / 10_000;

/** The sum of advertising rows in the format of the API: no cost if they mix currencies. */
export function adFigures(rows: AdCounts[]) {
  const sum = { impressions: 0, clicks: 0, micros: 0n };
  for (const { impressions, clicks, costMicros } of rows) {
    sum.impressions += impressions;
    sum.clicks += clicks;
    sum.micros += costMicros;
  }
  const currency = rows[0]?.currency ?? null;
  const isOne = currency !== null && rows.every((row) => row.currency === currency);
  const cost = isOne ? minorOfMicros(sum.micros) : null;
  return {
    impressions: sum.impressions,
    clicks: sum.clicks,
    ctr: ctrOf(sum),
    cost,
    cost_formatted: cost === null ? null : formatMinor(cost),
    currency: isOne ? currency : null,
  };
}

/** Groups rows by `keyOf`. */
export function grouped<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, [Row, ...Row[]]> {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
