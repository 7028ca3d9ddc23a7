import { type SQL, sql } from "drizzle-orm";
import type { Executor } from "./postgres.ts";

/** How much waits, and since when the oldest does; null if nothing does. */
export type Waiting = { count: number; oldestAt: Date | null };

/**
 * Counts rows that wait, oldest first, up to a limit, so that a long queue costs no more than a full page of it.
 * `rows` selects one column `at`, the time since when a row has been waiting.
 */
export async function countWaiting(db: Executor, rows: SQL, limit: number): Promise<Waiting> {
  const found = await db.execute<{ total: number; oldest: string | null }>(sql`
    select count(*)::int as total, min(at) as oldest from (${rows} order by at limit ${limit}) waiting`);
  const { total = 0, oldest = null } = found.rows[0] ?? {};
  return { count: total, oldestAt: oldest === null ? null : new Date(oldest) };
}
