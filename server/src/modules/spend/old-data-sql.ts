import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

const visitorDays = 180;
const adjustmentDays = 90;
const trafficDays = 8;
const occurrenceDays = 30;
const dayMs = 86_400_000;

/**
 * Deletes visitor data older than 180 days, adjustments, opportunities and answers older than 90, counts of exchanges'
 * faults older than 30, and traffic samples older than 8. Returns the number of deleted rows.
 */
export async function removeOldDeliveryData(db: Executor, now: Date): Promise<number> {
  const before = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const results = [
    await db.execute(sql`DELETE FROM frequency_counts WHERE changed_at < ${before(visitorDays)}`),
    await db.execute(sql`DELETE FROM visitor_contacts WHERE met_at < ${before(visitorDays)}`),
    await db.execute(sql`DELETE FROM traffic_samples WHERE until_at < ${before(trafficDays)}`),
    await db.execute(sql`DELETE FROM exchange_occurrences WHERE hour_at < ${before(occurrenceDays)}`),
    await db.execute(sql`DELETE FROM campaign_adjustments WHERE minute_at < ${before(adjustmentDays)}`),
    await db.execute(sql`DELETE FROM campaign_funnel WHERE hour_at < ${before(adjustmentDays)}`),
    await db.execute(sql`DELETE FROM bid_answers WHERE hour_at < ${before(adjustmentDays)}`),
  ];
  return results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
