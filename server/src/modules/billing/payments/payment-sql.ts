import { metaOf, type PageMeta } from "@litfass/contract/kernel/paging";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { and, asc, desc, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { cardEvents, type PaymentRow, payments } from "../tables.ts";

export async function insertPayment(db: Executor, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [row] = await db.insert(payments).values(payment).returning();
  return row!;
}

/** The payment that an earlier call with this key created; null for a new key. */
export async function findPaymentOfRequest(db: Executor, requestKey: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.requestKey, requestKey));
  return row ?? null;
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

/**
 * The payment of a checkout, locked until the transaction ends. If the process died before storing the checkout, the
 * payment is found by our id and the checkout is stored. An event may be first to name a checkout, without the page
 * that a later one adds.
 */
export async function lockPaymentOfCheckout(
  tx: Transaction,
  checkout: { id: string; paymentId: string | null; url: string | null },
): Promise<PaymentRow | null> {
  const [row] = await tx.select().from(payments).where(eq(payments.checkoutId, checkout.id)).for("update");
  const known = row ?? (checkout.paymentId === null ? null : await lockPayment(tx, checkout.paymentId));
  if (!known) return null;
  if (known.checkoutId === null) {
    return updatePayment(tx, known.id, { checkoutId: checkout.id, checkoutUrl: checkout.url });
  }
  // An event may have named the checkout while this transaction waited for the lock.
  if (known.checkoutId !== checkout.id) return null;
  const isNewPage = known.checkoutUrl === null && checkout.url !== null;
  return isNewPage ? updatePayment(tx, known.id, { checkoutUrl: checkout.url }) : known;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The payment of an id, which may be user input, locked until the transaction ends. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow | null> {
  if (!uuid.test(id)) return null;
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
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

/** Payments of an owner, the newest first. */
export async function listPayments(
  db: Executor,
  ownerUid: string,
  query: { page: number; per_page: number; status?: PaymentRow["status"] | undefined },
): Promise<{ rows: PaymentRow[]; meta: PageMeta }> {
  const filter = and(eq(payments.ownerUid, ownerUid), query.status ? eq(payments.status, query.status) : undefined);
  const rows = await db
    .select()
    .from(payments)
    .where(filter)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(query.per_page)
    .offset((query.page - 1) * query.per_page);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(payments).where(filter);
  return { rows, meta: metaOf(query.page, query.per_page, counted?.total ?? 0) };
}

/** Pending payments with a checkout created before an instant, oldest first. */
export const listPending = (db: Executor, before: Date, limit: number): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(eq(payments.status, "pending"), lt(payments.createdAt, before), sql`${payments.checkoutId} is not null`))
    .orderBy(asc(payments.createdAt))
    .limit(limit);

/** Ends a payment that could not be started; null if it is no longer pending. */
export async function failPending(
  tx: Transaction,
  id: string,
  failureCode: string,
  now: Date,
): Promise<PaymentRow | null> {
  const [row] = await tx
    .update(payments)
    .set({ status: "failed", failureCode, settledAt: now })
    .where(and(eq(payments.id, id), eq(payments.status, "pending")))
    .returning();
  return row ?? null;
}

/** Ends payments whose checkout was never created, so no user was sent there. Returns their ids. */
export async function failWithoutCheckout(tx: Transaction, before: Date, now: Date): Promise<string[]> {
  const rows = await tx
    .update(payments)
    .set({ status: "failed", failureCode: "not_started", settledAt: now })
    .where(and(eq(payments.status, "pending"), isNull(payments.checkoutId), lt(payments.createdAt, before)))
    .returning({ id: payments.id });
  return rows.map(({ id }) => id);
}

/** Records an event of the card processor; false if it was applied before. */
export async function noteEvent(tx: Transaction, event: { id: string; type: string }, at: Date): Promise<boolean> {
  const rows = await tx
    .insert(cardEvents)
    .values({ ...event, appliedAt: at })
    .onConflictDoNothing()
    .returning({ id: cardEvents.id });
  return rows.length === 1;
}

/** The status of the payments of these checkouts, by checkout; unknown ones are missing. */
export async function statusByCheckout(
  db: Executor,
  checkoutIds: string[],
): Promise<Map<string | null, PaymentRow["status"]>> {
  const { checkoutId, status } = payments;
  const rows = await db.select({ checkoutId, status }).from(payments).where(inArray(checkoutId, checkoutIds));
  return new Map(rows.map((row) => [row.checkoutId, row.status]));
}
