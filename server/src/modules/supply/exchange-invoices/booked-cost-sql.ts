import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Platform } from "@litfass/platform/platform";
import { conflict } from "@litfass/platform/problem";
import type { BookedLine } from "./explain-differences.ts";

/** `endAt` is exclusive. Cost of all customers: callers may read everything. */
export type CostPeriod = { exchange: string; fromAt: Date; endAt: Date };
export type Grain = { sites: boolean; campaigns: boolean };

const longestQuerySeconds = 20;
const maxBookedLines = 50_000;
const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
const costs = `from ad_events as e where e.kind = 'cost' and e.exchange = {exchange:String}
  and e.at >= toDateTime64({fromAt:String}, 3, 'UTC') and e.at < toDateTime64({endAt:String}, 3, 'UTC')`;

async function read<Row>(clickhouse: ClickHouse, query: string, period: CostPeriod, params: object = {}) {
  const { exchange, fromAt, endAt } = period;
  const result = await clickhouse.query({
    query: `${query} settings max_execution_time = ${longestQuerySeconds}`,
    query_params: { exchange, fromAt: literal(fromAt), endAt: literal(endAt), ...params },
    format: "JSONEachRow",
  });
  return result.json<Row>();
}

/** Booked costs by hour of UTC. */
export async function bookedHours(
  { clickhouse }: Platform,
  period: CostPeriod,
): Promise<{ at: Date; impressions: number }[]> {
  const rows = await read<{ hour: string; shown: string }>(
    clickhouse,
    `select toString(toStartOfHour(e.at)) as hour, count() as shown ${costs} group by hour order by hour`,
    period,
  );
  return rows.map(({ hour, shown }) => ({
    at: new Date(`${hour.slice(0, 19).replace(" ", "T")}Z`),
    impressions: Number(shown),
  }));
}

type LineRow = { day: string; currency: string; site: string; campaign: string; shown: string; clearing: string };

/**
 * Clearing prices by day, `offsetHours` ahead of UTC, and by what the invoice distinguishes.
 * @throws 409 for more lines than can be compared: an invoice compared with a part of them would be wrong.
 */
export async function bookedLines(
  { clickhouse }: Platform,
  period: CostPeriod,
  offsetHours: number,
  { sites, campaigns }: Grain,
): Promise<BookedLine[]> {
  const rows = await read<LineRow>(
    clickhouse,
    `select toString(toDate(addHours(e.at, {offset:Int32}), 'UTC')) as day, toString(e.clearing_currency) as currency,
      ${sites ? "lower(toString(e.site))" : "''"} as site, ${campaigns ? "toString(e.campaign_id)" : "''"} as campaign,
      count() as shown, toString(sum(e.clearing_micros)) as clearing
    ${costs} group by day, currency, site, campaign order by day, currency, site, campaign limit ${maxBookedLines + 1}`,
    period,
    { offset: offsetHours },
  );
  if (rows.length > maxBookedLines) throw conflict("invoice_too_fine", "exchange_invoices.too_fine");
  return rows.map(({ day, currency, site, campaign, shown, clearing }) => ({
    day,
    currency,
    site,
    campaign,
    impressions: Number(shown),
    clearingMicros: BigInt(clearing),
  }));
}

export type AccruedCost = { clearingCurrency: string; currency: string; micros: bigint };

/** What was accrued in the accounts' currencies, by the currency of the clearing prices. */
export async function accruedCosts({ clickhouse }: Platform, period: CostPeriod): Promise<AccruedCost[]> {
  const rows = await read<{ clearing: string; currency: string; micros: string }>(
    clickhouse,
    `select toString(e.clearing_currency) as clearing, toString(e.currency) as currency,
      toString(sum(e.media_cost_micros)) as micros ${costs} group by clearing, currency order by clearing, currency`,
    period,
  );
  return rows.map(({ clearing, currency, micros }) => ({
    clearingCurrency: clearing,
    currency,
    micros: BigInt(micros),
  }));
}
