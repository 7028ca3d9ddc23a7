import { and, asc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Executor, Transaction } from "../platform/postgres.ts";
import { cardEvents, type PaymentRow, payments } from "./tables.ts";

export async function insertPayment(db: Executor, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [row] = await db.insert(payments).values(payment).returning();
  return row!;
}

export async function updatePayment(
  db: Executor,
  id: string,
  changes: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [row] = await db.update(payments).set(changes).where(eq(payments.id, id)).returning();
  if (!row) throw new Error(`There is no payment ${id}`);
  return row;
}

export async function findPayment(db: Executor, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** The payment of a checkout, locked until the transaction ends. */
export async function lockPaymentOfCheckout(tx: Transaction, checkoutId: string): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.checkoutId, checkoutId)).for("update");
  return row ?? null;
}

/** The payment of a ledger entry, locked until the transaction ends. */
export async function lockPaymentOfEntry(tx: Transaction, entryId: bigint): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.entryId, entryId)).for("update");
  return row ?? null;
}

export async function findPaymentOfCheckout(db: Executor, checkoutId: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.checkoutId, checkoutId));
  return row ?? null;
}

/** Pending payments with a checkout that were begun before an instant, oldest first. */
export const listPending = (db: Executor, before: Date, limit: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.status, "pending"), lt(payments.createdAt, before), sql`${payments.checkoutId} is not null`))
    .orderBy(asc(payments.createdAt))
    .limit(limit);

/** Gives up payments whose checkout was never made: nobody can have paid them. Answers how many. */
export async function failWithoutCheckout(db: Executor, before: Date, now: Date): Promise<number> {
  const rows = await db
    .update(payments)
    .set({ status: "failed", failureCode: "not_started", settledAt: now })
    .where(and(eq(payments.status, "pending"), isNull(payments.checkoutId), lt(payments.createdAt, before)))
    .returning({ id: payments.id });
  return rows.length;
}

/** Notes an event of the card processor; false where it was applied before. */
export async function noteEvent(tx: Transaction, event: { id: string; type: string }, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(cardEvents)
    .values({ ...event, appliedAt: at })
    .onConflictDoNothing()
    .returning({ id: cardEvents.id });
  return rows.length === 1;
}
