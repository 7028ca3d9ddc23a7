import type { Currency } from "@litfass/contract/kernel/money";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";
import { users } from "../../users/index.ts";
import { endOfDay, startOfDay } from "../day-bounds-sql.ts";
import { invoiceTimeZone } from "../invoices/invoice.ts";
import { userName } from "../invoices/invoice-list-sql.ts";
import type { Account, EntryKind } from "../ledger/ledger.ts";

/** Days in the time zone of the invoices, both inclusive. */
export type BookPeriod = { from: string; to: string };
export type AccountKind = Account["kind"];

const within = ({ from, to }: BookPeriod, at = sql`m.at`) =>
  sql`${at} >= ${startOfDay(from)} and ${at} < ${endOfDay(to)}`;

export type MonthRevenue = { month: string; currency: Currency; micros: bigint };

/** Revenue by the month of delivery, oldest first. */
export async function revenueByMonth(db: Executor, period: BookPeriod): Promise<MonthRevenue[]> {
  const { rows } = await db.execute<{ month: string; currency: Currency; micros: string }>(sql`
    select to_char(m.at at time zone ${invoiceTimeZone}, 'YYYY-MM') as month, m.currency, sum(m.amount_micros)::bigint as micros
    from ledger_accounts a join ledger_movements m on m.account_id = a.id
    where a.kind = 'revenue' and ${within(period)} group by 1, 2 order by 1, 2`);
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }));
}

export type OpenBalance = { currency: Currency; availableMicros: bigint; reservedMicros: bigint; customers: number };
export type CustomerBalance = { uid: string; name: string } & Omit<OpenBalance, "customers">;

const heldUntil = (day: string) => sql`
  select a.owner_uid, a.currency, coalesce(sum(m.amount_micros) filter (where a.kind = 'available'), 0)::bigint as available,
    coalesce(sum(m.amount_micros) filter (where a.kind = 'reserved'), 0)::bigint as reserved
  from ledger_accounts a join ledger_movements m on m.account_id = a.id
  where a.owner_uid is not null and m.at < ${endOfDay(day)} group by a.owner_uid, a.currency`;

type BalanceRow = { currency: Currency; available: string; reserved: string };
const balanceOf = (row: BalanceRow) => ({
  currency: row.currency,
  availableMicros: BigInt(row.available),
  reservedMicros: BigInt(row.reserved),
});

/** What the operator owed its customers at the end of a day. */
export async function openBalances(db: Executor, on: string): Promise<OpenBalance[]> {
  const { rows } = await db.execute<BalanceRow & { customers: number }>(sql`
    select currency, sum(available)::bigint as available, sum(reserved)::bigint as reserved,
      count(*) filter (where available + reserved > 0)::int as customers
    from (${heldUntil(on)}) held group by currency order by currency`);
  return rows.map((row) => ({ ...balanceOf(row), customers: row.customers }));
}

/** The customers with the largest balances at the end of a day. */
export async function largestBalances(db: Executor, on: string, limit: number): Promise<CustomerBalance[]> {
  const { rows } = await db.execute<BalanceRow & { owner_uid: string; user_name: string | null }>(sql`
    select held.*, ${userName} as user_name from (${heldUntil(on)}) held left join ${users} on ${users.uid} = held.owner_uid
    where available + reserved > 0 order by available + reserved desc, owner_uid limit ${limit}`);
  return rows.map((row) => ({ ...balanceOf(row), uid: row.owner_uid, name: row.user_name ?? row.owner_uid }));
}

export type VatSum = {
  country: string;
  currency: Currency;
  rate: number;
  invoices: number;
  creditNotes: number;
  netMicros: bigint;
  vatMicros: bigint;
};

/** Invoices less credit notes issued in a period, by the customer's country, currency and VAT rate. */
export async function vatByRate(db: Executor, { from, to }: BookPeriod): Promise<VatSum[]> {
  type Row = {
    country: string;
    currency: Currency;
    rate: number;
    invoices: number;
    notes: number;
    net: string;
    vat: string;
  };
  const { rows } = await db.execute<Row>(sql`
    select buyer ->> 'countryCode' as country, currency, vat_rate as rate,
      count(*) filter (where kind = 'invoice')::int as invoices, count(*) filter (where kind = 'credit_note')::int as notes,
      sum(net_micros)::bigint as net, sum(vat_micros)::bigint as vat
    from invoices where issued_at >= ${startOfDay(from)} and issued_at < ${endOfDay(to)}
    group by 1, 2, 3 order by 2, 3 desc, 1`);
  return rows.map(({ notes, net, vat, ...row }) => ({
    ...row,
    creditNotes: notes,
    netMicros: BigInt(net),
    vatMicros: BigInt(vat),
  }));
}

/** A line of the journal; deliveries and media cost are summed by day and account and have no
 * entry number. The customer of an exchange's account is the exchange. */
export type JournalLine = {
  day: string;
  entry: string | null;
  kind: EntryKind;
  account: AccountKind;
  customer: string | null;
  currency: Currency;
  micros: bigint;
  description: string;
  invoice: string | null;
  campaign: string | null;
};

/** The journal of a period, oldest first. */
export async function journalLines(db: Executor, period: BookPeriod, limit: number): Promise<JournalLine[]> {
  const dayOf = (at: SQL) => sql`to_char(${at} at time zone ${invoiceTimeZone}, 'YYYY-MM-DD')`;
  const { rows } = await db.execute<Omit<JournalLine, "micros"> & { micros: string }>(sql`
    select * from (
      select ${dayOf(sql`e.at`)} as day, e.id::text as entry, e.kind, a.kind as account,
        coalesce(a.exchange, ${userName}) as customer, l.currency, l.amount_micros as micros, e.description,
        e.details ->> 'invoice' as invoice, e.details ->> 'campaign' as campaign, e.id as position
      from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      left join ${users} on ${users.uid} = a.owner_uid
      where e.kind not in ('spend', 'media_cost') and ${within(period, sql`e.at`)}
      union all
      select ${dayOf(sql`m.at`)}, null, m.kind, a.kind, a.exchange, m.currency, sum(m.amount_micros)::bigint, '', null, null,
        max(m.entry_id)
      from ledger_movements m join ledger_accounts a on a.id = m.account_id
      where m.kind in ('spend', 'media_cost') and ${within(period)}
      group by 1, m.kind, a.kind, a.exchange, m.currency
    ) journal order by day, position, account limit ${limit}`);
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }));
}
