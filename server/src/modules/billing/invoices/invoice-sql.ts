import type { invoiceStatuses } from "@litfass/contract/billing/billing";
import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
import { eq, sql } from "drizzle-orm";
import { type InvoiceRow, invoiceStates, invoices } from "../tables.ts";
import { invoiceNumber } from "./invoice.ts";

export type InvoiceStatus = (typeof invoiceStatuses)[number];
/** An invoice and its payment state. */
export type KnownInvoice = InvoiceRow & { status: InvoiceStatus };

/** The next number of a year; locks its row until the transaction ends. */
export async function takeSequence(tx: Transaction, year: number): Promise<number> {
  const { rows } = await tx.execute<{ last: number }>(sql`
    insert into invoice_counters as c (year, last) values (${year}, 1)
    on conflict (year) do update set last = c.last + 1 returning last`);
  return rows[0]!.last;
}

export async function insertInvoice(tx: Transaction, invoice: Omit<InvoiceRow, "number">): Promise<InvoiceRow> {
  const number = invoiceNumber(invoice.year, invoice.sequence);
  const [row] = await tx
    .insert(invoices)
    .values({ ...invoice, number })
    .returning();
  return row!;
}

export async function setInvoiceStatus(
  tx: Transaction,
  number: string,
  status: InvoiceStatus,
  at: Date,
): Promise<void> {
  await tx
    .insert(invoiceStates)
    .values({ number, status, at })
    .onConflictDoUpdate({ target: invoiceStates.number, set: { status, at } });
}

/** The invoice of a number, of any owner; callers check the permission. */
export async function findInvoice(db: Executor, number: string): Promise<KnownInvoice | null> {
  const [row] = await db
    .select({ invoice: invoices, status: invoiceStates.status })
    .from(invoices)
    .innerJoin(invoiceStates, eq(invoiceStates.number, invoices.number))
    .where(eq(invoices.number, number));
  return row ? { ...row.invoice, status: row.status } : null;
}
