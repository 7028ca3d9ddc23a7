import type { Currency } from "@litfass/contract/kernel/money";
import {
  type Payee,
  type PublisherStatementState,
  payeeSchema,
} from "@litfass/contract/publishers/publisher-statements";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import type { CreditLine, Seller } from "../../billing/index.ts";
import { accountTimeZone } from "../../reporting/index.ts";

/** SQL of monthly statements. Statements for a caller name the publisher, whose access was checked. */

export type CreditNote = {
  year: number;
  sequence: number;
  /** Hundredths of a percent. */
  vatRate: number;
  vatMicros: bigint;
  payee: Payee;
  payer: Seller;
  approvedAt: Date;
};

export type StatementRow = {
  id: number;
  publisherId: number;
  publisherName: string;
  ownerUid: string;
  sellerId: string;
  month: string;
  currency: Currency;
  state: PublisherStatementState;
  accruedMicros: bigint;
  netMicros: bigint;
  /** Null in earlier statements. */
  minimumMicros: bigint | null;
  lines: CreditLine[];
  createdAt: Date;
  /** Null before the approval. */
  note: CreditNote | null;
  hasPayee: boolean;
  paymentId: number | null;
  paidAt: Date | null;
  executedOn: string | null;
  /** How its last transfer ended, if it came back. */
  returned: { on: string; code: string | null } | null;
  isBlocked: boolean;
};

type Row = Record<
  | "id"
  | "publisher_id"
  | "name"
  | "owner_uid"
  | "seller_id"
  | "month"
  | "currency"
  | "state"
  | "accrued_micros"
  | "net_micros"
  | "created_at",
  string
> & {
  lines: (Omit<CreditLine, "micros"> & { micros: string })[];
  year: number | null;
  sequence: number | null;
  vat_rate: number | null;
  vat_micros: string | null;
  payee: unknown;
  payer: Seller | null;
  approved_at: string | null;
  has_payee: boolean;
  payment_id: string | null;
  paid_at: string | null;
  minimum_micros: string | null;
  payout_state: string | null;
  executed_on: string | null;
  returned_on: string | null;
  reason_code: string | null;
  is_blocked: boolean;
};

const rowOf = (row: Row): StatementRow => ({
  id: Number(row.id),
  publisherId: Number(row.publisher_id),
  publisherName: row.name,
  ownerUid: row.owner_uid,
  sellerId: row.seller_id,
  month: row.month,
  currency: row.currency as Currency,
  state: row.state as PublisherStatementState,
  accruedMicros: BigInt(row.accrued_micros),
  netMicros: BigInt(row.net_micros),
  minimumMicros: row.minimum_micros === null ? null : BigInt(row.minimum_micros),
  lines: row.lines.map((line) => ({ ...line, micros: BigInt(line.micros) })),
  createdAt: new Date(row.created_at),
  note: noteOf(row),
  hasPayee: row.has_payee,
  paymentId: row.payment_id === null ? null : Number(row.payment_id),
  paidAt: row.paid_at === null ? null : new Date(row.paid_at),
  executedOn: row.payout_state === "executed" ? row.executed_on : null,
  returned: row.returned_on === null ? null : { on: row.returned_on, code: row.reason_code },
  isBlocked: row.is_blocked,
});

function noteOf({ year, sequence, vat_rate, vat_micros, payee, payer, approved_at }: Row): CreditNote | null {
  if (year === null || sequence === null || payer === null || approved_at === null) return null;
  return {
    year,
    sequence,
    vatRate: vat_rate ?? 0,
    vatMicros: BigInt(vat_micros ?? 0),
    payee: payeeSchema.parse(payee),
    payer,
    approvedAt: new Date(approved_at),
  };
}

const columns = sql`s.id, s.publisher_id, p.name, p.owner_uid, p.seller_id, s.month, s.currency, s.state,
  s.accrued_micros, s.net_micros, s.lines, s.created_at, s.year, s.sequence, s.vat_rate, s.vat_micros, s.payee, s.payer,
  s.approved_at, s.payment_id, s.paid_at, s.minimum_micros, o.state AS payout_state, o.executed_on::text AS executed_on,
  o.returned_on::text AS returned_on, o.reason_code,
  EXISTS (SELECT 1 FROM publisher_payout_blocks b WHERE b.publisher_id = p.id AND b.released_at IS NULL) AS is_blocked,
  (s.payee IS NOT NULL OR EXISTS (SELECT 1 FROM publisher_payees e WHERE e.publisher_id = p.id)) AS has_payee`;
/** With the last transfer of each. */
const source = sql`publisher_statements s JOIN publishers p ON p.id = s.publisher_id LEFT JOIN LATERAL (
    SELECT state, executed_on, returned_on, reason_code FROM publisher_payouts WHERE statement_id = s.id
    ORDER BY id DESC LIMIT 1) o ON true`;
const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

export type StatementQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  state?: PublisherStatementState | undefined;
  due?: boolean | undefined;
};

/** A page of statements, of one publisher or of all: open ones first, then the newest. */
export async function listStatementRows(
  db: Executor,
  publisherId: number | "all",
  { page, per_page, search, state, due }: StatementQuery,
): Promise<{ rows: StatementRow[]; total: number }> {
  const conditions = [publisherId === "all" ? sql`true` : sql`s.publisher_id = ${publisherId}`];
  if (state !== undefined) conditions.push(sql`s.state = ${state}`);
  if (due) {
    conditions.push(sql`s.state = 'approved' AND s.payment_id IS NULL AND NOT EXISTS (
      SELECT 1 FROM publisher_payout_blocks b WHERE b.publisher_id = p.id AND b.released_at IS NULL)`);
  }
  if (search) conditions.push(sql`strpos(lower(p.name), ${search.toLowerCase()}) > 0`);
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE ${where}
    ORDER BY s.state <> 'open', s.month DESC, s.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`);
  return { rows: rows.map(rowOf), total: Number(counted.rows[0]?.total) };
}

export async function findStatement(db: Executor, id: number): Promise<StatementRow | null> {
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE s.id = ${id}`);
  return rows[0] ? rowOf(rows[0]) : null;
}

/** A statement, locked until the transaction ends. */
export async function lockStatement(tx: WriteTransaction, id: number): Promise<StatementRow | null> {
  await tx.execute(sql`SELECT 1 FROM publisher_statements WHERE id = ${id} FOR UPDATE`);
  return findStatement(tx, id);
}

/** What earlier statements have of a publisher's accrued share, and whether one has this month. */
export async function statedBefore(
  tx: Executor,
  publisherId: number,
  currency: Currency,
  month: string,
): Promise<{ micros: bigint; hasMonth: boolean }> {
  const { rows } = await tx.execute<{ micros: string; has_month: boolean }>(sql`
    SELECT coalesce(sum(accrued_micros), 0)::bigint AS micros, coalesce(bool_or(month >= ${month}), false) AS has_month
    FROM publisher_statements WHERE publisher_id = ${publisherId} AND currency = ${currency}`);
  return { micros: BigInt(rows[0]?.micros ?? 0), hasMonth: rows[0]?.has_month ?? false };
}

export async function insertStatement(
  tx: WriteTransaction,
  statement: Pick<StatementRow, "publisherId" | "month" | "currency" | "accruedMicros" | "netMicros" | "lines"> & {
    minimumMicros: bigint;
  },
  now: Date,
): Promise<number> {
  const { publisherId, month, currency, accruedMicros, netMicros, minimumMicros } = statement;
  const lines = statement.lines.map((line) => ({ ...line, micros: line.micros.toString() }));
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO publisher_statements (publisher_id, month, currency, state, accrued_micros, net_micros, minimum_micros,
      lines, created_at)
    VALUES (${publisherId}, ${month}, ${currency}, 'open', ${accruedMicros.toString()}::bigint,
      ${netMicros.toString()}::bigint, ${minimumMicros.toString()}::bigint, ${JSON.stringify(lines)}::jsonb, ${instant(now)})
    RETURNING id`);
  return Number(rows[0]?.id);
}

/** The net micros of a publisher's statements in one currency that one person approved on a day (Europe/Zurich). */
export async function approvedOnDay(
  tx: WriteTransaction,
  { publisherId, currency }: Pick<StatementRow, "publisherId" | "currency">,
  { by, day }: { by: string | null; day: string },
): Promise<bigint> {
  const { rows } = await tx.execute<{ micros: string }>(sql`
    SELECT coalesce(sum(net_micros), 0)::bigint AS micros FROM publisher_statements
    WHERE publisher_id = ${publisherId} AND currency = ${currency} AND approved_by = ${by}
      AND (approved_at AT TIME ZONE ${accountTimeZone})::date = ${day}::date`);
  return BigInt(rows[0]?.micros ?? 0);
}

/** The next number of a year's credit notes; approvals wait for each other, so that there are no gaps. */
export async function nextSequence(tx: WriteTransaction, year: number): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('publisher credit notes'))`);
  const { rows } = await tx.execute<{ next: number }>(sql`
    SELECT coalesce(max(sequence), 0) + 1 AS next FROM publisher_statements WHERE year = ${year}`);
  return Number(rows[0]?.next);
}

export async function saveCreditNote(
  tx: WriteTransaction,
  id: number,
  { year, sequence, vatRate, vatMicros, payee, payer, approvedAt }: CreditNote,
  by: string | null,
): Promise<void> {
  await tx.execute(sql`UPDATE publisher_statements SET state = 'approved', year = ${year}, sequence = ${sequence},
      vat_rate = ${vatRate}, vat_micros = ${vatMicros.toString()}::bigint, payee = ${JSON.stringify(payee)}::jsonb,
      payer = ${JSON.stringify(payer)}::jsonb, approved_at = ${instant(approvedAt)}, approved_by = ${by}
    WHERE id = ${id}`);
}

/** Statements by ID, locked until the transaction ends. */
export async function lockStatements(tx: WriteTransaction, ids: readonly number[]): Promise<StatementRow[]> {
  const chosen = sql`${sql.param([...ids])}::bigint[]`;
  await tx.execute(sql`SELECT 1 FROM publisher_statements WHERE id = ANY(${chosen}) ORDER BY id FOR UPDATE`);
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE s.id = ANY(${chosen})
    ORDER BY s.id LIMIT 1000`);
  return rows.map(rowOf);
}

export async function putIntoPayment(tx: WriteTransaction, ids: readonly number[], paymentId: number): Promise<void> {
  await tx.execute(sql`UPDATE publisher_statements SET payment_id = ${paymentId}
    WHERE id = ANY(${sql.param([...ids])}::bigint[])`);
}

export async function markPaid(tx: WriteTransaction, id: number, at: Date): Promise<void> {
  await tx.execute(sql`UPDATE publisher_statements SET state = 'paid', paid_at = ${instant(at)} WHERE id = ${id}`);
}

/** It has no payment any more: its payment was canceled, or the bank sent its transfer back. */
export async function markDue(tx: WriteTransaction, id: number): Promise<void> {
  await tx.execute(sql`UPDATE publisher_statements SET state = 'approved', paid_at = NULL, payment_id = NULL
    WHERE id = ${id}`);
}

export type AccruingPublisher = { id: number; name: string; sellerId: string };

/** Publishers after an ID without a statement of a month or a later one, for the job that issues statements. */
export async function publishersWithout(
  db: Executor,
  month: string,
  { after, limit }: { after: number; limit: number },
): Promise<AccruingPublisher[]> {
  const { rows } = await db.execute<Record<"id" | "name" | "seller_id", string>>(sql`
    SELECT p.id, p.name, p.seller_id FROM publishers p
    WHERE p.id > ${after} AND NOT EXISTS (
      SELECT 1 FROM publisher_statements s WHERE s.publisher_id = p.id AND s.month >= ${month})
    ORDER BY p.id LIMIT ${limit}`);
  return rows.map(({ id, name, seller_id }) => ({ id: Number(id), name, sellerId: seller_id }));
}
