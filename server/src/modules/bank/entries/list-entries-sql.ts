import type { BankEntry, BankEntryReason, BankEntryState } from "@litfass/contract/bank/bank-files";
import type { ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { isToCheck } from "./entry-sql.ts";

/** SQL of the list of entries, for those who read the books. */

export type EntryQuery = {
  page: number;
  per_page: number;
  search?: string | undefined;
  state?: BankEntryState | undefined;
  file?: number | undefined;
  to_check?: boolean | undefined;
};

type Row = Record<"id" | "kind" | "amount_micros" | "booked_on" | "value_on" | "state", string> &
  Record<
    | "account"
    | "currency"
    | "bank_reference"
    | "party_name"
    | "party_iban"
    | "reference"
    | "end_to_end_id"
    | "text"
    | "return_code"
    | "reason"
    | "order_id"
    | "order_status"
    | "order_user"
    | "order_micros"
    | "invoice_number"
    | "decided_by"
    | "decided_at"
    | "note",
    string | null
  > & { payouts: BankEntry["payouts"]; awaits_approval: boolean };

const presentEntry = (row: Row): BankEntry => ({
  id: Number(row.id),
  kind: row.kind as BankEntry["kind"],
  account: row.account,
  currency: row.currency,
  amount: minorOfMicros(BigInt(row.amount_micros)) / 100,
  booked_on: row.booked_on,
  value_on: row.value_on,
  bank_reference: row.bank_reference,
  party_name: row.party_name,
  party_iban: row.party_iban,
  reference: row.reference,
  end_to_end_id: row.end_to_end_id,
  text: row.text,
  return_code: row.return_code,
  state: row.state as BankEntryState,
  reason: row.reason as BankEntryReason | null,
  payouts: row.payouts,
  order:
    row.order_id === null || row.invoice_number === null
      ? null
      : {
          id: Number(row.order_id),
          invoice: row.invoice_number,
          user_name: row.order_user ?? "",
          amount: minorOfMicros(BigInt(row.order_micros ?? 0)),
          status: row.order_status as ManualInvoiceStatus,
          awaits_approval: row.awaits_approval,
        },
  decided_by: row.decided_by,
  decided_at: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
  note: row.note,
});

const maxPayouts = 10;
const source = sql`bank_entries e
  LEFT JOIN manual_invoices r ON r.id = e.order_id LEFT JOIN invoices i ON i.number = r.invoice_number
  LEFT JOIN users u ON u.uid = r.owner_uid LEFT JOIN users d ON d.uid = e.decided_by`;
const columns = sql`e.id, e.kind, e.account, e.currency, e.amount_micros, e.booked_on::text AS booked_on,
  e.value_on::text AS value_on, e.bank_reference, e.party_name, e.party_iban, e.reference, e.end_to_end_id, e.text,
  e.return_code, e.state, e.reason, e.order_id, r.status AS order_status, r.invoice_number, i.gross_micros AS order_micros,
  coalesce(nullif(u.company_name, ''), u.full_name) AS order_user, coalesce(d.full_name, e.decided_by) AS decided_by, e.decided_at, e.note,
  EXISTS (SELECT 1 FROM money_approvals a WHERE a.state = 'pending' AND a.kind = 'order'
    AND (a.request ->> 'id')::bigint = e.order_id) AS awaits_approval,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'end_to_end_id', o.end_to_end_id, 'publisher_name', p.name)
      ORDER BY o.id), '[]') FROM (
      SELECT * FROM publisher_payouts WHERE id = e.payout_id OR executed_entry_id = e.id OR returned_entry_id = e.id
      ORDER BY id LIMIT ${maxPayouts}) o
    JOIN publisher_statements s ON s.id = o.statement_id JOIN publishers p ON p.id = s.publisher_id) AS payouts`;

const searched = [
  ...[
    "party_name",
    "party_iban",
    "reference",
    "end_to_end_id",
    "bank_reference",
    "text",
    "instruction_id",
    "message_id",
  ],
].map((column) => sql`e.${sql.identifier(column)}`);

/** A page of entries, the newest booking first. */
export async function listEntries(
  db: Executor,
  { page, per_page, search, state, file, to_check: toCheck }: EntryQuery,
): Promise<{ rows: BankEntry[]; total: number }> {
  const conditions: SQL[] = [sql`true`];
  if (state !== undefined) conditions.push(sql`e.state = ${state}`);
  if (toCheck) conditions.push(isToCheck);
  if (file !== undefined) {
    conditions.push(sql`e.id IN (SELECT entry_id FROM bank_file_entries WHERE file_id = ${file})`);
  }
  if (search) {
    const all = sql`lower(concat_ws(' ', ${sql.join([...searched, sql`r.invoice_number`], sql`, `)}))`;
    conditions.push(sql`strpos(${all}, ${search.toLowerCase()}) > 0`);
  }
  const where = sql.join(conditions, sql` AND `);
  const { rows } = await db.execute<Row>(sql`SELECT ${columns} FROM ${source} WHERE ${where}
    ORDER BY e.booked_on DESC, e.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`);
  const counted = await db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM ${source} WHERE ${where}`);
  return { rows: rows.map(presentEntry), total: Number(counted.rows[0]?.total) };
}
