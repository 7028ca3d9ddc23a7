import { sql } from "drizzle-orm";
import type { Database } from "../../postgres/postgres.ts";

export type StoredCall = { endpoint: string; requestHash: string; status: number | null; answer: unknown };

type Key = { callerUid: string; key: string };

/** Notes that a call begins; false where the key is taken. A call that began before `staleBefore` and never ended is
 * taken over: its process died. */
export async function claimKey(
  db: Database,
  call: Key & { endpoint: string; requestHash: string; now: Date; staleBefore: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into idempotency_keys (caller_uid, key, endpoint, request_hash, started_at)
    values (${call.callerUid}, ${call.key}, ${call.endpoint}, ${call.requestHash}, ${call.now.toISOString()})
    on conflict (caller_uid, key) do update set started_at = excluded.started_at
    where idempotency_keys.status is null and idempotency_keys.started_at < ${call.staleBefore.toISOString()}
      and idempotency_keys.request_hash = excluded.request_hash and idempotency_keys.endpoint = excluded.endpoint`);
  return rowCount === 1;
}

export async function findCall(db: Database, { callerUid, key }: Key): Promise<StoredCall | null> {
  const { rows } = await db.execute<StoredCall & Record<string, unknown>>(sql`
    select endpoint, request_hash as "requestHash", status, answer from idempotency_keys
    where caller_uid = ${callerUid} and key = ${key}`);
  return rows[0] ?? null;
}

export async function storeAnswer(db: Database, call: Key & { status: number; answer: unknown }): Promise<void> {
  await db.execute(sql`
    update idempotency_keys set status = ${call.status}, answer = ${JSON.stringify(call.answer ?? null)}::jsonb
    where caller_uid = ${call.callerUid} and key = ${call.key}`);
}

export async function releaseKey(db: Database, { callerUid, key }: Key): Promise<void> {
  await db.execute(sql`delete from idempotency_keys
    where caller_uid = ${callerUid} and key = ${key} and status is null`);
}

/** Forgets calls from before `before`. */
export async function forgetKeys(db: Database, before: Date): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from idempotency_keys where started_at < ${before.toISOString()}`);
  return rowCount ?? 0;
}
