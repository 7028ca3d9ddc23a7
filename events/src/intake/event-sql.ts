import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { type Batch, type BatchName, batchToken } from "../format/batch.ts";

/** The deduplication window of the event tables in blocks: `non_replicated_deduplication_window`. */
export const deduplicationWindow = 10_000;

/**
 * Inserts a block (see `native-block`) under the batch's token. The same token within the window changes neither
 * `ad_events` nor its rollups.
 */
export const insertEvents = (clickhouse: ClickHouse, name: BatchName, block: Buffer): Promise<void> =>
  // The settings are part of the statement; on the connection they would persist.
  clickhouse.insertNative(
    `insert into ad_events settings
      insert_deduplication_token = '${batchToken(name)}', insert_deduplicate = 1,
      deduplicate_blocks_in_dependent_materialized_views = 1, async_insert = 0`,
    block,
  );

/** The sequence numbers that are stored already. Slow: only for batches older than the window. */
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

/** Records the batch before any of it is stored. */
export async function receiveBatch(db: Executor, batch: Batch, now: Date): Promise<BatchState> {
  const inserted = await db.execute(sql`
    insert into event_batches (process, first_sequence, events, charge_micros, received_at)
    values (${batch.process}, ${batch.firstSequence}, ${batch.events}, ${batch.chargeMicros.toString()}, ${now.toISOString()})
    on conflict (process, first_sequence) do nothing`);
  if (inserted.rowCount === 1) return { appliedAt: null, receivedAt: now, isNew: true };
  return { ...(await batchState(db, batch))!, isNew: false };
}

/** The state of a batch; null if it is new. */
export async function batchState(db: Executor, name: BatchName): Promise<Omit<BatchState, "isNew"> | null> {
  const { rows } = await db.execute<{ received_at: string; applied_at: string | null }>(sql`
    select received_at, applied_at from event_batches
    where process = ${name.process} and first_sequence = ${name.firstSequence}`);
  const row = rows[0];
  if (!row) return null;
  return { receivedAt: new Date(row.received_at), appliedAt: row.applied_at ? new Date(row.applied_at) : null };
}

/** The number of batches since then, by which the deduplication window has moved. */
export async function batchesSince(db: Executor, receivedAt: Date): Promise<number> {
  const { rows } = await db.execute<{ batches: string }>(sql`
    select count(*) as batches from event_batches where received_at >= ${receivedAt.toISOString()}`);
  return Number(rows[0]?.batches ?? 0);
}

/** Claims the batch for settling: false if it was settled. A concurrent attempt waits for this transaction. */
export async function claimBatch(tx: Transaction, batch: Batch, now: Date): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update event_batches set applied_at = ${now.toISOString()}
    where process = ${batch.process} and first_sequence = ${batch.firstSequence} and applied_at is null`);
  return rowCount === 1;
}

/** Deletes old settled batches; a segment sent again later would count twice. */
export async function removeOldBatches(db: Executor, appliedBefore: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from event_batches where applied_at < ${appliedBefore.toISOString()}`);
  return rowCount ?? 0;
}
