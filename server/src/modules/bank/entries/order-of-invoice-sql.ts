import type { ManualInvoiceStatus } from "@litfass/contract/billing/billing";
import type { InvoiceNumber } from "@litfass/contract/billing/payment-reference";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** SQL of orders by the number of their invoice, of all customers: for those who read the books. */

export type InvoicedOrder = {
  id: number;
  status: ManualInvoiceStatus;
  currency: string;
  grossMicros: bigint;
};

const keyOf = ({ year, sequence }: InvoiceNumber): string => `${year} ${sequence}`;

/**
 * The orders of invoices, as a function of the invoice; null for an unknown invoice, `none` for one without an order.
 */
export async function findOrdersOf(
  db: Executor,
  invoices: readonly InvoiceNumber[],
): Promise<(invoice: InvoiceNumber) => InvoicedOrder | "none" | null> {
  const { rows } = await db.execute<
    Record<"year" | "sequence" | "id" | "status" | "currency" | "gross_micros", string>
  >(sql`
    SELECT i.year, i.sequence, o.id, o.status, i.currency, i.gross_micros
    FROM jsonb_to_recordset(${JSON.stringify(invoices)}::jsonb) AS r (year integer, sequence integer)
    JOIN invoices i ON i.year = r.year AND i.sequence = r.sequence AND i.kind = 'invoice'
    LEFT JOIN manual_invoices o ON o.invoice_number = i.number`);
  const found = new Map(rows.map((row) => [`${row.year} ${row.sequence}`, row]));
  return (invoice) => {
    const row = found.get(keyOf(invoice));
    if (!row) return null;
    if (row.id === null) return "none";
    return {
      id: Number(row.id),
      status: row.status as ManualInvoiceStatus,
      currency: row.currency,
      grossMicros: BigInt(row.gross_micros),
    };
  };
}
