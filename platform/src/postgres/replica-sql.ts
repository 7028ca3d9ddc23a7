import { sql } from "drizzle-orm";
import type { Executor } from "./postgres.ts";

/** A place in the log of a cluster of servers. */
export type LogPosition = { cluster: string; position: bigint };

type Row = { cluster: string; position: string | null };

const read = async (db: Executor, position: ReturnType<typeof sql>): Promise<Row | undefined> =>
  (
    await db.execute<Row>(sql`select (select system_identifier::text from pg_control_system()) as cluster,
      pg_wal_lsn_diff(${position}, '0/0')::text as position`)
  ).rows[0];

/** How far the primary has written. */
export async function primaryPosition(db: Executor): Promise<LogPosition> {
  const row = await read(db, sql`pg_current_wal_lsn()`);
  return { cluster: row?.cluster ?? "", position: BigInt(row?.position ?? 0) };
}

/** How far a replica has replayed what the primary wrote; null for a server that replays nothing, as a primary does. */
export async function replicaPosition(db: Executor): Promise<LogPosition | null> {
  const row = await read(db, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`);
  return row?.position == null ? null : { cluster: row.cluster, position: BigInt(row.position) };
}
