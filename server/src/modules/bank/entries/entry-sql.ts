import type { BankEntryReason, BankEntryState } from "@litfass/contract/bank/bank-files";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { sql } from "drizzle-orm";
import type { ParsedEntry } from "../files/parsed-file.ts";
import type { Matchable, Outcome } from "./match-entries.ts";

/** SQL of the bank's entries: the operator's own, for those who read the books. */

/** Of these keys, the entries that are stored. */
export async function findKeys(tx: WriteTransaction, keys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ key: string; id: string }>(
    sql`SELECT key, id FROM bank_entries WHERE key = ANY(${sql.param([...keys])}::text[])`,
  );
  return new Map(rows.map(({ key, id }) => [key, Number(id)]));
}

/** What is stored of some bookings: those with single transfers, and the orders that they are about. */
export async function findBookings(
  tx: WriteTransaction,
  bookings: readonly string[],
): Promise<{ detailed: Set<string>; suggested: Set<string> }> {
  const { rows } = await tx.execute<{ booking_key: string; is_summary: boolean; order_id: string | null }>(sql`
    SELECT booking_key, is_summary, order_id FROM bank_entries
    WHERE booking_key = ANY(${sql.param([...bookings])}::text[])`);
  return {
    detailed: new Set(rows.flatMap((row) => (row.is_summary ? [] : [row.booking_key]))),
    suggested: new Set(rows.flatMap((row) => (row.order_id === null ? [] : [`${row.booking_key} ${row.order_id}`]))),
  };
}

type Decided = { entry: ParsedEntry; outcome: Outcome };

/** Stores entries with what was decided about each. @returns their IDs by key */
export async function insertEntries(tx: WriteTransaction, decided: readonly Decided[]): Promise<Map<string, number>> {
  const values = decided.map(({ entry, outcome }) => ({
    key: entry.key,
    booking_key: entry.bookingKey,
    kind: entry.kind,
    is_summary: entry.isSummary,
    is_return: entry.isReturn,
    account: entry.account,
    currency: entry.currency,
    amount_micros: entry.amountMicros.toString(),
    instructed_currency: entry.instructed?.currency ?? null,
    instructed_micros: entry.instructed?.micros.toString() ?? null,
    charges_micros: entry.chargesMicros?.toString() ?? null,
    booked_on: entry.bookedOn,
    value_on: entry.valueOn,
    bank_reference: entry.bankReference,
    message_id: entry.messageId,
    payment_information_id: entry.paymentInformationId,
    instruction_id: entry.instructionId,
    end_to_end_id: entry.endToEndId,
    party_name: entry.partyName,
    party_iban: entry.partyIban,
    reference: entry.reference,
    text: entry.text,
    return_code: entry.returnCode,
    return_text: entry.returnText,
    state: outcome.state,
    reason: outcome.reason,
    payout_id: outcome.payoutId,
    order_id: outcome.orderId,
  }));
  const columns = sql.raw(Object.keys(values[0] ?? {}).join(", "));
  if (values.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: string; key: string }>(sql`
    INSERT INTO bank_entries (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::bank_entries, ${JSON.stringify(values)}::jsonb)
    RETURNING id, key`);
  return new Map(rows.map(({ id, key }) => [key, Number(id)]));
}

export type StoredEntry = Matchable &
  Pick<ParsedEntry, "valueOn" | "bankReference" | "returnCode" | "returnText"> & {
    id: number;
    state: BankEntryState;
    payoutId: number | null;
    orderId: number | null;
  };

type Row = Record<"id" | "kind" | "booking_key" | "amount_micros" | "value_on" | "state", string> &
  Record<
    | "account"
    | "currency"
    | "instructed_currency"
    | "instructed_micros"
    | "charges_micros"
    | "message_id"
    | "payment_information_id"
    | "instruction_id"
    | "end_to_end_id"
    | "reference"
    | "bank_reference"
    | "return_code"
    | "return_text"
    | "payout_id"
    | "order_id",
    string | null
  > & { is_summary: boolean; is_return: boolean };

const idOf = (value: string | null): number | null => (value === null ? null : Number(value));
const storedOf = (row: Row): StoredEntry => ({
  id: Number(row.id),
  kind: row.kind as StoredEntry["kind"],
  bookingKey: row.booking_key,
  isSummary: row.is_summary,
  hasOtherDetails: false,
  isPending: false,
  isReturn: row.is_return,
  isRejection: false,
  account: row.account,
  currency: row.currency,
  amountMicros: BigInt(row.amount_micros),
  instructed:
    row.instructed_currency === null
      ? null
      : { currency: row.instructed_currency, micros: BigInt(row.instructed_micros ?? 0) },
  chargesMicros: row.charges_micros === null ? null : BigInt(row.charges_micros),
  messageId: row.message_id,
  paymentInformationId: row.payment_information_id,
  instructionId: row.instruction_id,
  endToEndId: row.end_to_end_id,
  reference: row.reference,
  valueOn: row.value_on,
  bankReference: row.bank_reference,
  returnCode: row.return_code,
  returnText: row.return_text,
  state: row.state as BankEntryState,
  payoutId: idOf(row.payout_id),
  orderId: idOf(row.order_id),
});

const columns = sql`id, kind, booking_key, amount_micros, value_on::text AS value_on, state, account, currency,
  instructed_currency, instructed_micros, charges_micros, message_id, payment_information_id, instruction_id, end_to_end_id, reference,
  bank_reference, return_code, return_text, payout_id, order_id, is_summary, is_return`;

/** An entry, locked until the transaction ends. */
export async function lockEntry(tx: WriteTransaction, id: number): Promise<StoredEntry | null> {
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM bank_entries WHERE id = ${id} FOR UPDATE`);
  return rows[0] ? storedOf(rows[0]) : null;
}

/** Returns of payouts whose execution no file had yet, the oldest first. */
export async function lockEarlyReturns(tx: WriteTransaction, limit: number): Promise<StoredEntry[]> {
  const { rows } = await tx.execute<Row>(sql`SELECT ${columns} FROM bank_entries
    WHERE state = 'unknown' AND reason = 'not_executed' ORDER BY booked_on, id LIMIT ${limit} FOR UPDATE`);
  return rows.map(storedOf);
}

/** Summaries of bookings that said nothing: the transfers have come. */
export async function settleSummaries(tx: WriteTransaction, bookings: readonly string[]): Promise<void> {
  await tx.execute(sql`UPDATE bank_entries SET state = 'done', reason = 'detailed'
    WHERE booking_key = ANY(${sql.param([...bookings])}::text[]) AND is_summary AND state = 'unknown'`);
}

export async function updateEntry(
  tx: WriteTransaction,
  id: number,
  { state, reason, payoutId, orderId }: Pick<Outcome, "state" | "reason" | "payoutId" | "orderId">,
): Promise<void> {
  await tx.execute(sql`UPDATE bank_entries SET state = ${state}, reason = ${reason}, payout_id = ${payoutId},
      order_id = ${orderId} WHERE id = ${id}`);
}

/** What a person decided about an entry. */
export async function decideEntry(
  tx: WriteTransaction,
  id: number,
  decision: { state: BankEntryState; reason: BankEntryReason | null; by: string | null; at: Date; note: string | null },
): Promise<void> {
  const { state, reason, by, at, note } = decision;
  await tx.execute(sql`UPDATE bank_entries SET state = ${state}, reason = ${reason}, decided_by = ${by},
      decided_at = ${at.toISOString()}::timestamptz, note = ${note} WHERE id = ${id}`);
}

/** The condition of entries that a person has to look at: suggestions, and those that name something in the books. */
export const isToCheck = sql`(e.state = 'suggestion' OR (e.state = 'unknown' AND e.reason <> 'no_match'))`;

export const waitingEntries = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(
    db,
    sql`SELECT (SELECT min(f.imported_at) FROM bank_file_entries l JOIN bank_files f ON f.id = l.file_id
        WHERE l.entry_id = e.id) AS at FROM bank_entries e WHERE ${isToCheck}`,
    limit,
  );
