import type { Currency } from "@litfass/contract/kernel/money";
import type { PublisherPayment } from "@litfass/contract/publishers/publisher-statements";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type PaymentRow = {
  id: number;
  messageId: string;
  state: PublisherPayment["state"];
  currency: Currency;
  statements: number;
  totalMicros: bigint;
  /** Of its transfers, those that were executed, and those that came back. */
  executed: number;
  returned: number;
  debitIban: string | null;
  executeOn: string;
  createdAt: Date;
  closedAt: Date | null;
};

type Row = Record<"id" | "message_id" | "state" | "currency" | "total_micros" | "execute_on" | "created_at", string> & {
  statements: number;
  executed: number;
  returned: number;
  debit_iban: string | null;
  closed_at: string | null;
};

const rowOf = (row: Row): PaymentRow => ({
  id: Number(row.id),
  messageId: row.message_id,
  state: row.state as PaymentRow["state"],
  currency: row.currency as Currency,
  statements: row.statements,
  totalMicros: BigInt(row.total_micros),
  executed: row.executed,
  returned: row.returned,
  debitIban: row.debit_iban,
  executeOn: row.execute_on,
  createdAt: new Date(row.created_at),
  closedAt: row.closed_at === null ? null : new Date(row.closed_at),
});

const columns = sql`id, message_id, state, currency, statements, total_micros, execute_on::text AS execute_on, created_at,
  closed_at, debit_iban,
  (SELECT count(*)::int FROM publisher_payouts o WHERE o.payment_id = publisher_payments.id AND o.state = 'executed')
    AS executed,
  (SELECT count(*)::int FROM publisher_payouts o WHERE o.payment_id = publisher_payments.id
    AND o.state IN ('returned', 'rejected')) AS returned`;

/** A page of payments, the newest first. */
export async function listPaymentRows(
  db: Executor,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ rows: PaymentRow[]; total: number }> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM publisher_payments
    ORDER BY created_at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM publisher_payments`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findPayment(db: Executor, id: number): Promise<PaymentRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM publisher_payments WHERE id = ${id}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** A payment, locked until the transaction ends. */
export async function lockPayment(tx: WriteTransaction, id: number): Promise<PaymentRow | null> {
  await tx.execute(sql`SELECT 1 FROM publisher_payments WHERE id = ${id} FOR UPDATE`);
  return findPayment(tx, id);
}

export async function insertPayment(
  tx: WriteTransaction,
  payment: Pick<
    PaymentRow,
    "messageId" | "currency" | "statements" | "totalMicros" | "executeOn" | "createdAt" | "debitIban"
  >,
  by: string | null,
): Promise<number> {
  const { messageId, currency, statements, totalMicros, executeOn, createdAt, debitIban } = payment;
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO publisher_payments (message_id, state, currency, statements, total_micros, execute_on, created_at, created_by,
      debit_iban)
    VALUES (${messageId}, 'created', ${currency}, ${statements}, ${totalMicros.toString()}::bigint, ${executeOn}::date,
      ${createdAt.toISOString()}::timestamptz, ${by}, ${debitIban})
    RETURNING id`);
  return Number(rows[0]?.id);
}

export async function closePaymentRow(
  tx: WriteTransaction,
  id: number,
  state: "paid" | "rejected" | "canceled",
  { at, by }: { at: Date; by: string | null },
): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payments SET state = ${state}, closed_at = ${at.toISOString()}::timestamptz,
      closed_by = ${by} WHERE id = ${id}`);
}
