import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { type Cell, createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import { type TextsOf, t, textsOf } from "../texts.ts";
import { dayOf, formatDay, subjectOfInvoice, textIn } from "./invoice.ts";
import type { ListedInvoice } from "./invoice-list-sql.ts";

type Head = Parameters<TextsOf<"invoice_list">>[0];

/** The heading and the value of each column. Amounts are in units of the currency. */
const columns: { head: Head; cell: (row: ListedInvoice, language: Language) => Cell }[] = [
  { head: "number", cell: ({ invoice }) => invoice.number },
  { head: "issued_on", cell: ({ invoice }) => formatDay(dayOf(invoice.issuedAt)) },
  { head: "due_on", cell: ({ invoice }) => (invoice.dueOn ? formatDay(invoice.dueOn) : null) },
  { head: "customer", cell: ({ userName }) => userName },
  { head: "email", cell: ({ userEmail }) => userEmail },
  {
    head: "description",
    cell: ({ invoice }, language) => textIn(subjectOfInvoice(invoice), language),
  },
  { head: "net", cell: ({ invoice }) => minorOfMicros(invoice.netMicros) / 100 },
  { head: "vat", cell: ({ invoice }) => minorOfMicros(invoice.vatMicros) / 100 },
  { head: "amount", cell: ({ invoice }) => minorOfMicros(invoice.grossMicros) / 100 },
  { head: "currency", cell: ({ invoice }) => invoice.currency },
  { head: "status", cell: ({ invoice }, language) => t(language, `invoice_list.${invoice.status}`) },
  { head: "corrects", cell: ({ invoice }) => invoice.corrects },
];

/** A list of invoices as a spreadsheet. */
export function exportInvoices(
  workers: WorkerQueue,
  rows: AsyncIterable<ListedInvoice>,
  language: Language,
): Promise<Buffer> {
  const texts = textsOf(language, "invoice_list");
  return createSpreadsheet(workers, {
    name: texts("sheet"),
    header: columns.map(({ head }) => texts(head)),
    rows,
    cellsOf: (row) => columns.map(({ cell }) => cell(row, language)),
  });
}
