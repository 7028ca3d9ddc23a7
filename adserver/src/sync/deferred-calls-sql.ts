import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { retentionMs } from "../auction/frequency-cap/seen-ads.ts";

/** Stores calls for the ads of a process that does not run at the moment. Duplicates are recognized when they are counted. */
export async function deferCalls(db: Executor, process: string, calls: unknown[]): Promise<void> {
  await db.execute(sql`INSERT INTO deferred_ad_calls (process, call)
    SELECT ${process}, value FROM jsonb_array_elements(${JSON.stringify(calls)}::jsonb)`);
}

/** The oldest calls for a process. */
export async function listDeferredCalls(
  db: Executor,
  process: string,
  limit: number,
): Promise<{ id: string; call: unknown }[]> {
  const { rows } = await db.execute<{ id: string; call: unknown }>(sql`SELECT id, call FROM deferred_ad_calls
    WHERE process = ${process} ORDER BY id LIMIT ${limit}`);
  return rows;
}

/** Deletes calls that were counted. */
export async function deleteDeferredCalls(db: Executor, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`DELETE FROM deferred_ad_calls WHERE id = ANY(${sql.param(ids)}::bigint[])`);
}

/** Deletes calls that are too old to be counted, whose process did not come back; returns their number. */
export async function deleteExpiredCalls(db: Executor): Promise<number> {
  const { rowCount } = await db.execute(sql`DELETE FROM deferred_ad_calls
    WHERE received_at < now() - ${`${retentionMs} milliseconds`}::interval`);
  return rowCount ?? 0;
}
