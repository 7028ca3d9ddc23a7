import type { Currency } from "@litfass/contract/kernel/money";
import type { ExchangeInvoice } from "@litfass/contract/supply/exchange-invoices";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { MediaInvoicePosting } from "../../billing/index.ts";
import type { InvoiceLine } from "./invoice-line.ts";
import type { InvoiceResult } from "./reconcile-invoice.ts";

type StoredRow = {
  id: string;
  exchange: string;
  month: string;
  revision: number;
  state: ExchangeInvoice["state"];
  source: ExchangeInvoice["source"];
  line_count: number;
  imported_at: string;
  accepted_at: string | null;
};
type FullRow = StoredRow & { fingerprint: string; result: InvoiceResult | null };
export type StoredInvoice = ExchangeInvoice & { fingerprint: string; result: InvoiceResult | null };

const listed = sql`id, exchange, month, revision, state, source, line_count, imported_at, accepted_at`;

const invoiceOf = ({ id, line_count, imported_at, accepted_at, ...row }: StoredRow): ExchangeInvoice => ({
  id: Number(id),
  exchange: row.exchange,
  month: row.month,
  revision: row.revision,
  state: row.state,
  source: row.source,
  lines: line_count,
  imported_at: new Date(imported_at).toISOString(),
  accepted_at: accepted_at === null ? null : new Date(accepted_at).toISOString(),
});
const storedOf = ({ fingerprint, result, ...row }: FullRow): StoredInvoice => ({
  ...invoiceOf(row),
  fingerprint,
  result,
});

/** Makes imports and acceptances of an exchange's month wait for each other until the transaction ends. */
export async function lockMonth(tx: Executor, exchange: string, month: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtext('exchange-invoice'), hashtext(${`${exchange} ${month}`}))`,
  );
}

/** An invoice of the installation, which belongs to no customer; null if there is none. */
export async function findInvoice(db: Executor, id: number): Promise<StoredInvoice | null> {
  const { rows } = await db.execute<FullRow>(
    sql`SELECT ${listed}, fingerprint, result FROM exchange_invoices WHERE id = ${id}`,
  );
  return rows[0] ? storedOf(rows[0]) : null;
}

/** All imports of an exchange's month, newest first. */
export async function listRevisions(db: Executor, exchange: string, month: string): Promise<StoredInvoice[]> {
  const { rows } = await db.execute<FullRow>(sql`
    SELECT ${listed}, fingerprint, NULL AS result FROM exchange_invoices
    WHERE exchange = ${exchange} AND month = ${month} ORDER BY revision DESC LIMIT 1000`);
  return rows.map(storedOf);
}

export async function listInvoices(
  db: Executor,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ExchangeInvoice[]; total: number }> {
  const { rows } = await db.execute<StoredRow>(sql`
    SELECT ${listed} FROM exchange_invoices WHERE state <> 'superseded'
    ORDER BY month DESC, id DESC LIMIT ${limit} OFFSET ${offset}`);
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`SELECT count(*) AS total FROM exchange_invoices WHERE state <> 'superseded'`,
  );
  return { rows: rows.map(invoiceOf), total: Number(counted[0]?.total ?? 0) };
}

export type NewInvoice = Pick<ExchangeInvoice, "exchange" | "month" | "revision" | "source"> & {
  fingerprint: string;
  lines: readonly InvoiceLine[];
  at: Date;
  by: string | null;
};

/** Stores an import in place of the month's current one, which stays as history. */
export async function insertInvoice(tx: Executor, invoice: NewInvoice): Promise<number> {
  await tx.execute(sql`
    UPDATE exchange_invoices SET state = 'superseded'
    WHERE exchange = ${invoice.exchange} AND month = ${invoice.month} AND state <> 'superseded'`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    INSERT INTO exchange_invoices
      (exchange, month, revision, state, source, fingerprint, line_count, imported_at, imported_by)
    VALUES (${invoice.exchange}, ${invoice.month}, ${invoice.revision}, 'open', ${invoice.source},
      ${invoice.fingerprint}, ${invoice.lines.length}, ${invoice.at.toISOString()}::timestamptz, ${invoice.by})
    RETURNING id`);
  const id = Number(rows[0]?.id);
  const lines = invoice.lines.map((line) => ({
    day: line.day,
    currency: line.currency,
    site: line.site,
    campaign: line.campaign,
    impressions: line.impressions,
    media: String(line.mediaMicros),
    fee: String(line.feeMicros),
    deduction: String(line.deductionMicros),
    total: String(line.totalMicros),
  }));
  await tx.execute(sql`
    INSERT INTO exchange_invoice_lines
    SELECT ${id}, row_number() OVER (), l.day, l.currency, l.site, l.campaign, l.impressions, l.media, l.fee,
      l.deduction, l.total
    FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(day text, currency text, site text, campaign text,
      impressions bigint, media bigint, fee bigint, deduction bigint, total bigint)`);
  return id;
}

type LineRow = Record<"day" | "currency" | "site" | "campaign", string> &
  Record<"impressions" | "media_micros" | "fee_micros" | "deduction_micros" | "total_micros", string>;

/** The lines of an import, in its order. */
export async function findLines(db: Executor, invoice: number): Promise<InvoiceLine[]> {
  const { rows } = await db.execute<LineRow>(
    sql`SELECT * FROM exchange_invoice_lines WHERE invoice_id = ${invoice} ORDER BY position`,
  );
  return rows.map((row) => ({
    day: row.day,
    currency: row.currency,
    site: row.site,
    campaign: row.campaign,
    impressions: Number(row.impressions),
    mediaMicros: BigInt(row.media_micros),
    feeMicros: BigInt(row.fee_micros),
    deductionMicros: BigInt(row.deduction_micros),
    totalMicros: BigInt(row.total_micros),
  }));
}

/** What the last accepted import of a month stands for in the ledger; empty if none was accepted. */
export async function acceptedPostings(db: Executor, exchange: string, month: string): Promise<MediaInvoicePosting[]> {
  const { rows } = await db.execute<{ currency: Currency; accrued_micros: string; payable_micros: string }>(sql`
    SELECT currency, accrued_micros, payable_micros FROM exchange_invoice_postings
    WHERE invoice_id = (
      SELECT id FROM exchange_invoices WHERE exchange = ${exchange} AND month = ${month} AND accepted_at IS NOT NULL
      ORDER BY revision DESC LIMIT 1)
    ORDER BY currency`);
  return rows.map((row) => ({
    currency: row.currency,
    accruedMicros: BigInt(row.accrued_micros),
    payableMicros: BigInt(row.payable_micros),
  }));
}

/** Accepts an import with its result. */
export async function saveAcceptance(
  tx: Executor,
  {
    id,
    result,
    postings,
    at,
    by,
  }: { id: number; result: InvoiceResult; postings: MediaInvoicePosting[]; at: Date; by: string | null },
): Promise<void> {
  await tx.execute(sql`
    UPDATE exchange_invoices SET state = 'accepted', accepted_at = ${at.toISOString()}::timestamptz,
      accepted_by = ${by}, result = ${JSON.stringify(result)}::jsonb WHERE id = ${id}`);
  for (const { currency, accruedMicros, payableMicros } of postings) {
    await tx.execute(sql`
      INSERT INTO exchange_invoice_postings
      VALUES (${id}, ${currency}, ${String(accruedMicros)}::bigint, ${String(payableMicros)}::bigint)`);
  }
}
