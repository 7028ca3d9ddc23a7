import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, lt, sql } from "drizzle-orm";
import { type CardRefundRow, cardRefunds } from "../tables.ts";
import type { CardMovement, FailedRefund } from "./reconcile-records.ts";

export async function insertCardRefund(tx: Transaction, refund: typeof cardRefunds.$inferInsert): Promise<void> {
  await tx.insert(cardRefunds).values(refund);
}

export async function findCardRefund(db: Executor, id: string): Promise<CardRefundRow | null> {
  const [row] = await db.select().from(cardRefunds).where(eq(cardRefunds.id, id));
  return row ?? null;
}

/** Refunds requested before an instant that the processor has not answered yet, oldest first. */
export const listAskedRefunds = (db: Executor, before: Date, limit: number): Promise<CardRefundRow[]> =>
  db
    .select()
    .from(cardRefunds)
    .where(and(eq(cardRefunds.state, "asked"), lt(cardRefunds.askedAt, before)))
    .orderBy(asc(cardRefunds.askedAt))
    .limit(limit);

export type RefundAnswer = { state: "done"; processorId: string } | { state: "refused"; failure: string };

/** Records the processor's answer; false if an equal answer is recorded or it was paid by bank. */
export async function answerCardRefund(db: Executor, id: string, answer: RefundAnswer, now: Date): Promise<boolean> {
  const rows = await db
    .update(cardRefunds)
    .set({ ...answer, answeredAt: now })
    .where(and(sql`${cardRefunds.id}::text = ${id}`, sql`${cardRefunds.state} not in (${answer.state}, 'by_bank')`))
    .returning({ id: cardRefunds.id });
  return rows.length === 1;
}

/** Records movements of the processor that are not stored yet. Returns the number of new ones. */
export async function noteCardMovements(db: Executor, movements: CardMovement[]): Promise<number> {
  if (movements.length === 0) return 0;
  const { rowCount } = await db.execute(sql`
    insert into card_movements (id, kind, refund_of, amount_minor, currency, payment_id, refund_id, at)
    select id, kind, refund_of, amount_minor, currency, payment_id, refund_id, at
    from jsonb_to_recordset(${JSON.stringify(movements.map(wireMovement))}::jsonb) as m(id text, kind text,
      refund_of text, amount_minor bigint, currency text, payment_id text, refund_id text, at timestamptz)
    on conflict (id) do nothing`);
  return rowCount ?? 0;
}

const wireMovement = (each: CardMovement) => ({
  id: each.id,
  kind: each.kind,
  refund_of: each.refundOf,
  amount_minor: each.amountMinor,
  currency: each.currency as Currency,
  payment_id: each.paymentId,
  refund_id: each.refundId,
  at: each.at.toISOString(),
});

/** The processor returned money of a refund, which must now be paid by bank. False if already recorded. */
export async function noteFailedRefund(db: Executor, refund: FailedRefund, now: Date): Promise<boolean> {
  await db.execute(sql`delete from card_movements where id = ${refund.id}`);
  if (!refund.refundId) return false;
  return answerCardRefund(db, refund.refundId, { state: "refused", failure: refund.reason }, now);
}

/** The time up to which the processor was asked; null if never. */
export async function askedUntil(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ asked_until: string | null }>(sql`select asked_until from card_records`);
  const [row] = rows;
  return row?.asked_until ? new Date(row.asked_until) : null;
}

export async function setAskedUntil(db: Executor, at: Date): Promise<void> {
  await db.execute(sql`update card_records set asked_until = greatest(asked_until, ${at.toISOString()}::timestamptz)`);
}

/** Declares that card money before an instant was carried forward and is not compared with the processor. */
export async function compareCardsSince(db: Executor, at: Date): Promise<void> {
  await db.execute(sql`update card_records set compared_since = ${at.toISOString()}`);
}
