import { type ReadInvoice, readInvoiceCsv, readInvoiceReport } from "./read-invoice.ts";

export type InvoiceText = { format: "csv" | "report"; text: string; month: string };

/** Runs in a worker thread. @throws SyntaxError for a report that is no JSON. */
export default function readInvoice({ format, text, month }: InvoiceText): ReadInvoice {
  return format === "csv" ? readInvoiceCsv(text, month) : readInvoiceReport(JSON.parse(text), month);
}
