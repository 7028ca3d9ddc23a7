import type { Transaction, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type pg from "pg";

/** Any constant works: batches hold it shared while they are stored, a backup or a recount holds it alone. */
const intakeLock = 4_836_190_272;

/** Whether the intake may store a batch until the end of the transaction: false while a backup has paused it. */
export async function joinIntake(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ joined: boolean }>(
    sql`select pg_try_advisory_xact_lock_shared(${intakeLock}) as joined`,
  );
  return rows[0]?.joined ?? false;
}

/**
 * Waits for the batches in progress, then pauses the intake of every API process until `resumeIntake` or the end of
 * the connection. Ad servers keep what they journal and send it again.
 */
export async function pauseIntake(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [intakeLock]);
}

/** The same until the end of the transaction. */
export async function pauseIntakeWithin(tx: WriteTransaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${intakeLock})`);
}

export async function resumeIntake(client: pg.ClientBase): Promise<void> {
  await client.query("select pg_advisory_unlock($1)", [intakeLock]);
}
