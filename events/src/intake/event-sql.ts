import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { type Batch, type BatchName, batchToken } from "../format/batch.ts";

/** Blocks that the event tables remember: `non_replicated_deduplication_window` of their migration. */
export const deduplicationWindow = 10_000;

/**
 * Inserts a block of `ad_events` (see `native-block`) under the batch's token: the same token within the window changes
 * nothing, neither in `ad_events` nor in the rollups it feeds.
 */
export const insertEvents = (clickhouse: ClickHouse, name: BatchName, block: Buffer): Promise<void> =>
  // The settings stand in the statement: set on the connection, they would stay for the next one.
  clickhouse.insertNative(
    `insert into ad_events settings
      insert_deduplication_token = '${batchToken(name)}', insert_deduplicate = 1,
      deduplicate_blocks_in_dependent_materialized_views = 1, async_insert = 0`,
    block,
  );

/** The numbers of this batch's events that are stored already. Slow: for batches that waited longer than the window. */
export async function storedSequences(clickhouse: ClickHouse, batch: Batch): Promise<Set<number>> {
  const result = await clickhouse.query({
    query: `select sequence from ad_events where process = {process:String}
      and sequence >= {first:UInt64} and sequence < {end:UInt64}
      and at >= parseDateTime64BestEffort({earliestAt:String}, 3) and at <= parseDateTime64BestEffort({latestAt:String}, 3)`,
    query_params: {
      process: batch.process,
      first: batch.firstSequence,
      end: batch.firstSequence + batch.events,
      earliestAt: batch.earliestAt,
      latestAt: batch.latestAt,
    },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ sequence: string }>();
  return new Set(rows.map((row) => Number(row.sequence)));
}

export type BatchState = { appliedAt: Date | null; receivedAt: Date; isNew: boolean };

/** Notes that the batch was met, before anything is stored of it. */
export async function receiveBatch(db: Executor, batch: Batch, now: Date): Promise<BatchState> {
  const inserted = await db.execute(sql`
    insert into event_batches (process, first_sequence, events, charge_micros, received_at)
    values (${batch.process}, ${batch.firstSequence}, ${batch.events}, ${batch.chargeMicros.toString()}, ${now.toISOString()})
    on conflict (process, first_sequence) do nothing`);
  if (inserted.rowCount === 1) return { appliedAt: null, receivedAt: now, isNew: true };
  return { ...(await batchState(db, batch))!, isNew: false };
}

/** What is known of a batch; null where it was never met. */
export async function batchState(db: Executor, name: BatchName): Promise<Omit<BatchState, "isNew"> | null> {
  const { rows } = await db.execute<{ received_at: string; applied_at: string | null }>(sql`
    select received_at, applied_at from event_batches
    where process = ${name.process} and first_sequence = ${name.firstSequence}`);
  const row = rows[0];
  if (!row) return null;
  return { receivedAt: new Date(row.received_at), appliedAt: row.applied_at ? new Date(row.applied_at) : null };
}

/** How many batches were met since: how far the event store's deduplication has moved on. */
export async function batchesSince(db: Executor, receivedAt: Date): Promise<number> {
  const { rows } = await db.execute<{ batches: string }>(sql`
    select count(*) as batches from event_batches where received_at >= ${receivedAt.toISOString()}`);
  return Number(rows[0]?.batches ?? 0);
}

/** Takes the batch for settling, once: false where it was settled before. Another attempt waits for this transaction. */
export async function claimBatch(tx: Transaction, batch: Batch, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update event_batches set applied_at = ${now.toISOString()}
    where process = ${batch.process} and first_sequence = ${batch.firstSequence} and applied_at is null`);
  return rowCount === 1;
}

/** Forgets settled batches; a segment that is sent again after that long would count twice. */
export async function removeOldBatches(db: Executor, appliedBefore: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from event_batches where applied_at < ${appliedBefore.toISOString()}`);
  return rowCount ?? 0;
}
