import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

const dayMs = 86_400_000;
/** So many rows are deleted at once, which takes a second where a table has millions. */
const batchSize = 20_000;

/** How many days rows are kept after the time in a column, which is that of the last change where rows change. */
const kept: { schema?: string; table: string; column: string; days: number }[] = [
  { table: "frequency_counts", column: "changed_at", days: 180 },
  { table: "visitor_contacts", column: "met_at", days: 180 },
  { table: "placement_visibility", column: "changed_at", days: 180 },
  { table: "campaign_adjustments", column: "minute_at", days: 90 },
  { schema: "partitions", table: "adjustment_minutes_other", column: "minute_at", days: 90 },
  { table: "campaign_funnel", column: "hour_at", days: 90 },
  { table: "bid_answers", column: "hour_at", days: 90 },
  // A late batch of a deleted lease is settled like one of a returned lease: from the free budget.
  { table: "leases", column: "closed_at", days: 90 },
  { table: "exchange_occurrences", column: "hour_at", days: 30 },
  { table: "traffic_samples", column: "until_at", days: 8 },
  { table: "own_traffic_samples", column: "until_at", days: 8 },
];

/** Deletes delivery data that is older than its table's days. Returns the number of deleted rows. */
export async function removeOldDeliveryData(db: Executor, now: Date): Promise<number> {
  let removed = 0;
  for (const { schema = "public", table, column, days } of kept) {
    const before = new Date(now.getTime() - days * dayMs).toISOString();
    removed += await removeRows(
      db,
      sql`${sql.identifier(schema)}.${sql.identifier(table)}`,
      sql`${sql.identifier(column)} < ${before}::timestamptz`,
    );
  }
  return removed;
}

/** Creates the partitions of the next weeks, and drops those that are old. */
export async function keepPartitions(db: Executor): Promise<{ created: number; dropped: number }> {
  const { rows } = await db.execute<{ created: number; dropped: number }>(
    sql`SELECT created, dropped FROM keep_adjustment_partitions()`,
  );
  return rows[0] ?? { created: 0, dropped: 0 };
}

/** In batches, so that no statement runs into its time limit and none holds millions of locks. */
async function removeRows(db: Executor, table: SQL, isOld: SQL): Promise<number> {
  let removed = 0;
  while (true) {
    const { rowCount } = await db.execute(
      sql`DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${isOld} LIMIT ${batchSize}))`,
    );
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return removed;
  }
}
