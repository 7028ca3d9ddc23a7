import { sql } from "drizzle-orm";
import type { Executor } from "../platform/postgres.ts";

const visitorDays = 180;
const adjustmentDays = 90;
const dayMs = 86_400_000;

/**
 * Job of the worker, once a day: forgets what was remembered of visitors for 180 days and adjustments older than 90.
 * Returns how many rows went.
 */
export async function removeOldDeliveryData(db: Executor, now: Date): Promise<number> {
  const before = (days: number) => sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`;
  const results = [
    await db.execute(sql`DELETE FROM frequency_counts WHERE changed_at < ${before(visitorDays)}`),
    await db.execute(sql`DELETE FROM visitor_contacts WHERE met_at < ${before(visitorDays)}`),
    await db.execute(sql`DELETE FROM campaign_adjustments WHERE minute_at < ${before(adjustmentDays)}`),
  ];
  return results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
