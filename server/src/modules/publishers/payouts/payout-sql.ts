import type { Currency } from "@litfass/contract/kernel/money";
import type { PayoutState } from "@litfass/contract/publishers/publisher-payouts";
import { type Payee, payeeSchema } from "@litfass/contract/publishers/publisher-statements";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { creditNoteNumber } from "../statements/credit-note.ts";

/** SQL of payouts: the operator's own. What a publisher sees of them is read with its statements. */

export type PayoutRow = {
  id: number;
  paymentId: number;
  messageId: string;
  /** The account that the file debits; null in earlier payments. */
  debitIban: string | null;
  statementId: number;
  publisherId: number;
  publisherName: string;
  ownerUid: string;
  sellerId: string;
  number: string;
  instructionId: string;
  endToEndId: string;
  currency: Currency;
  amountMicros: bigint;
  payee: Payee;
  state: PayoutState;
  executedOn: string | null;
  /** The bank's booking that executed it; null if a person marked it as paid. */
  executedBooking: string | null;
  returnedOn: string | null;
  returnedBooking: string | null;
  reasonCode: string | null;
  reasonText: string | null;
  createdAt: Date;
  isBlocking: boolean;
};

type Row = Record<
  | "id"
  | "payment_id"
  | "message_id"
  | "statement_id"
  | "publisher_id"
  | "name"
  | "owner_uid"
  | "seller_id"
  | "instruction_id"
  | "end_to_end_id"
  | "currency"
  | "amount_micros"
  | "state"
  | "created_at",
  string
> &
  Record<
    | "debit_iban"
    | "executed_on"
    | "executed_booking"
    | "returned_on"
    | "returned_booking"
    | "reason_code"
    | "reason_text",
    string | null
  > & { year: number; sequence: number; payee: unknown; is_blocking: boolean };

const rowOf = (row: Row): PayoutRow => ({
  id: Number(row.id),
  paymentId: Number(row.payment_id),
  messageId: row.message_id,
  debitIban: row.debit_iban,
  statementId: Number(row.statement_id),
  publisherId: Number(row.publisher_id),
  publisherName: row.name,
  ownerUid: row.owner_uid,
  sellerId: row.seller_id,
  number: creditNoteNumber(row),
  instructionId: row.instruction_id,
  endToEndId: row.end_to_end_id,
  currency: row.currency as Currency,
  amountMicros: BigInt(row.amount_micros),
  payee: payeeSchema.parse(row.payee),
  state: row.state as PayoutState,
  executedOn: row.executed_on,
  executedBooking: row.executed_booking,
  returnedOn: row.returned_on,
  returnedBooking: row.returned_booking,
  reasonCode: row.reason_code,
  reasonText: row.reason_text,
  createdAt: new Date(row.created_at),
  isBlocking: row.is_blocking,
});

const columns = sql`o.id, o.payment_id, m.message_id, m.debit_iban, o.statement_id, s.publisher_id, p.name, p.owner_uid,
  p.seller_id, s.year, s.sequence, o.instruction_id, o.end_to_end_id, s.currency, o.amount_micros, o.payee, o.state,
  o.executed_on::text AS executed_on, (SELECT booking_key FROM bank_entries WHERE id = o.executed_entry_id) AS executed_booking,
  o.returned_on::text AS returned_on, (SELECT booking_key FROM bank_entries WHERE id = o.returned_entry_id) AS returned_booking,
  o.reason_code, o.reason_text, o.created_at,
  EXISTS (SELECT 1 FROM publisher_payout_blocks b WHERE b.payout_id = o.id AND b.released_at IS NULL) AS is_blocking`;
const source = sql`publisher_payouts o JOIN publisher_payments m ON m.id = o.payment_id
  JOIN publisher_statements s ON s.id = o.statement_id JOIN publishers p ON p.id = s.publisher_id`;

export type PayoutQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  state?: PayoutState | undefined;
  payment?: number | undefined;
  blocking?: boolean | undefined;
};

/** A page of payouts, the newest first. */
export async function listPayoutRows(
  db: Executor,
  { page, per_page, search, state, payment, blocking }: PayoutQuery,
): Promise<{ rows: PayoutRow[]; total: number }> {
  const conditions: SQL[] = [sql`true`];
  if (state !== undefined) conditions.push(sql`o.state = ${state}`);
  if (payment !== undefined) conditions.push(sql`o.payment_id = ${payment}`);
  if (blocking) {
    conditions.push(sql`o.id IN (SELECT payout_id FROM publisher_payout_blocks WHERE released_at IS NULL)`);
  }
  if (search) {
    const found = (column: SQL) => sql`strpos(lower(${column}), ${search.toLowerCase()}) > 0`;
    conditions.push(sql`(${found(sql`p.name`)} OR ${found(sql`o.end_to_end_id`)} OR ${found(sql`m.message_id`)})`);
  }
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE ${where}
    ORDER BY o.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findPayout(db: Executor, id: number): Promise<PayoutRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE o.id = ${id}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** The transfers of a payment in the order of its file. */
export async function payoutsOfPayment(db: Executor, paymentId: number): Promise<PayoutRow[]> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE o.payment_id = ${paymentId}
    ORDER BY o.id LIMIT 1000`);
  return rows.map(rowOf);
}

/** Makes everything that creates or settles payouts wait for each other until the transaction ends. */
export async function lockPayouts(tx: WriteTransaction): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('publisher payouts'))`);
}

export type PayoutReferences = { transfers: string[]; messages: string[]; ids: number[] };

/** Payouts by the references of transfers (InstrId or EndToEndId), of files (MsgId), or by ID. */
export async function findPayoutsBy(
  db: Executor,
  { transfers, messages, ids }: PayoutReferences,
): Promise<PayoutRow[]> {
  const texts = (values: string[]) => sql`${sql.param(values)}::text[]`;
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source}
    WHERE o.instruction_id = ANY(${texts(transfers)}) OR o.end_to_end_id = ANY(${texts(transfers)})
      OR m.message_id = ANY(${texts(messages)}) OR o.id = ANY(${sql.param(ids)}::bigint[])
    ORDER BY o.id`);
  return rows.map(rowOf);
}

/** How many transfers each of some statements had so far. */
export async function countPayouts(tx: WriteTransaction, statements: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ statement_id: string; payouts: number }>(sql`
    SELECT statement_id, count(*)::int AS payouts FROM publisher_payouts
    WHERE statement_id = ANY(${sql.param([...statements])}::bigint[]) GROUP BY statement_id`);
  return new Map(rows.map(({ statement_id, payouts }) => [Number(statement_id), payouts]));
}

/** Which of these accounts sent a transfer to their publisher back, as `publisher IBAN`. */
export async function accountsThatReturned(tx: WriteTransaction, ibans: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ account: string }>(sql`
    SELECT DISTINCT s.publisher_id || ' ' || (o.payee ->> 'iban') AS account
    FROM publisher_payouts o JOIN publisher_statements s ON s.id = o.statement_id
    WHERE o.state IN ('returned', 'rejected') AND o.payee ->> 'iban' = ANY(${sql.param([...ibans])}::text[])`);
  return new Set(rows.map(({ account }) => account));
}

export type NewPayout = Pick<PayoutRow, "statementId" | "instructionId" | "endToEndId" | "amountMicros" | "payee">;

/** Adds the transfers of a payment. @returns their IDs in the same order */
export async function insertPayouts(
  tx: WriteTransaction,
  paymentId: number,
  payouts: readonly NewPayout[],
  now: Date,
): Promise<number[]> {
  const ids: number[] = [];
  for (const { statementId, instructionId, endToEndId, amountMicros, payee } of payouts) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      INSERT INTO publisher_payouts (payment_id, statement_id, instruction_id, end_to_end_id, amount_micros, payee, state,
        created_at)
      VALUES (${paymentId}, ${statementId}, ${instructionId}, ${endToEndId}, ${amountMicros.toString()}::bigint,
        ${JSON.stringify(payee)}::jsonb, 'in_payment', ${now.toISOString()}::timestamptz)
      RETURNING id`);
    ids.push(Number(rows[0]?.id));
  }
  return ids;
}

export async function noteExecuted(
  tx: WriteTransaction,
  id: number,
  { on, entryId }: { on: string; entryId: number | null },
): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payouts SET state = 'executed', executed_on = ${on}::date,
      executed_entry_id = ${entryId} WHERE id = ${id}`);
}

/** Names the bank's entry of a payout that a person had marked as paid. */
export async function noteEntryOf(tx: WriteTransaction, id: number, entryId: number): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payouts SET executed_entry_id = ${entryId} WHERE id = ${id}`);
}

export async function noteReturned(
  tx: WriteTransaction,
  id: number,
  back: {
    state: "returned" | "rejected";
    on: string;
    entryId: number | null;
    code: string | null;
    text: string | null;
  },
): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payouts SET state = ${back.state}, returned_on = ${back.on}::date,
      returned_entry_id = ${back.entryId}, reason_code = ${back.code}, reason_text = ${back.text} WHERE id = ${id}`);
}

export async function noteCanceled(tx: WriteTransaction, id: number): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payouts SET state = 'canceled' WHERE id = ${id}`);
}
