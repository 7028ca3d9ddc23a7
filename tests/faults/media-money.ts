import { isBilled, testMargins } from "@litfass/adserver/testing/testing-market";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Database } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { expect } from "vitest";

/** What the ledger owes an exchange in francs, booked or open, in micros. */
export async function owedTo(db: Database, exchange: string): Promise<bigint> {
  const { rows } = await db.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(m.amount_micros), 0)::bigint AS micros FROM ledger_movements m
    JOIN ledger_accounts a ON a.id = m.account_id
    WHERE a.kind = 'media_payable' AND a.exchange = ${exchange} AND a.currency = 'CHF'`);
  return BigInt(rows[0]?.micros ?? 0);
}

/** Expects that what is owed is the exchange's own sum, and returns it as text. */
export function expectBilled(owedMicros: bigint, hundredths: bigint, processes: number): string {
  expect([owedMicros, hundredths, isBilled(owedMicros, hundredths, processes)]).toEqual([owedMicros, hundredths, true]);
  return `media cost ${owedMicros} micros as billed (${Number(hundredths) / 100})`;
}

/**
 * Expects that the minimum margin is left on each day of a campaign, and by each of its impressions that is paid. Returns the
 * margins as text.
 */
export async function expectMargins(store: ClickHouse, campaignId: number, timeZone: string): Promise<string> {
  const result = await store.query({
    query: `SELECT toString(toDate(at, {zone:String})) AS day, toFloat64(sum(charge_micros)) AS charged,
        toFloat64(sum(media_cost_micros)) AS cost, toFloat64(max(charge_micros)) AS price,
        toFloat64(max(media_cost_micros)) AS costliest FROM ad_events
      WHERE campaign_id = {campaign:UInt64} GROUP BY day ORDER BY day`,
    query_params: { campaign: campaignId, zone: timeZone },
    format: "JSONEachRow",
  });
  const days = await result.json<Record<"charged" | "cost" | "price" | "costliest", number> & { day: string }>();
  expect(days.length).toBeGreaterThan(0);
  const marginOf = (charged: number, cost: number): number => 100 * (1 - cost / charged);
  const least = (charged: number, cost: number, of: string) =>
    expect(cost * 100, of).toBeLessThanOrEqual(charged * (100 - testMargins.minimum));
  for (const { day, charged, cost, price, costliest } of days) {
    least(charged, cost, day);
    // Rounding carries less than a micro from one impression to the next.
    least(price, costliest - 1, `costliest impression on ${day}`);
  }
  return days
    .map(({ day, charged, cost, price, costliest }) => {
      return `margin ${marginOf(charged, cost).toFixed(1)}% on ${day}, ${marginOf(price, costliest).toFixed(1)}% of the costliest`;
    })
    .join("; ");
}
