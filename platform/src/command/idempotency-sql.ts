import { sql } from "drizzle-orm";
import { type Database, lockTimeoutMs, type WriteTransaction } from "../postgres/postgres.ts";

export type KeyedCall = { owner: string; key: string; command: string; requestHash: string; at: Date };
export type StoredAnswer = { command: string; requestHash: string; status: number | null; answer: unknown };

/** How long to wait for a concurrent call with the same key. */
const waitForFirst = "10s";

/**
 * Claims the key for this transaction, or returns the stored response. Waits while another transaction holds the key.
 * @throws lock_not_available (55P03) after too long.
 */
export async function takeKey(tx: WriteTransaction, call: KeyedCall): Promise<StoredAnswer | null> {
  await tx.execute(sql`select set_config('lock_timeout', ${waitForFirst}, true)`);
  const { rowCount } = await tx.execute(sql`
    insert into idempotency_keys (caller_uid, key, endpoint, request_hash, started_at)
    values (${call.owner}, ${call.key}, ${call.command}, ${call.requestHash}, ${call.at.toISOString()})
    on conflict (caller_uid, key) do nothing`);
  await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
  if (rowCount === 1) return null;
  const { rows } = await tx.execute<StoredAnswer & Record<string, unknown>>(sql`
    select endpoint as command, request_hash as "requestHash", status, answer from idempotency_keys
    where caller_uid = ${call.owner} and key = ${call.key}`);
  const [stored] = rows;
  if (!stored) throw new Error(`The idempotency key of ${call.command} disappeared`);
  return stored;
}

export async function storeAnswer(
  tx: WriteTransaction,
  call: Pick<KeyedCall, "owner" | "key">,
  stored: { status: number; answer: unknown },
): Promise<void> {
  await tx.execute(sql`
    update idempotency_keys set status = ${stored.status}, answer = ${JSON.stringify(stored.answer ?? null)}::jsonb
    where caller_uid = ${call.owner} and key = ${call.key}`);
}

/** Deletes calls older than `before`. @returns their number. */
export async function forgetKeys(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from idempotency_keys where started_at < ${before.toISOString()}`);
  return rowCount ?? 0;
}
