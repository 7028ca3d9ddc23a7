import { sql } from "drizzle-orm";
import type { Executor, Transaction } from "./postgres.ts";

/** Whether the transaction has written or locked anything: PostgreSQL assigns its id with the first write. */
export async function hasWritten(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string | null }>(sql`SELECT pg_current_xact_id_if_assigned()::text AS id`);
  return rows[0]?.id != null;
}

/** @throws if PostgreSQL does not answer. */
export async function pingPostgres(db: Executor): Promise<void> {
  await db.execute(sql`SELECT 1`);
}
