import type { Language } from "@litfass/contract/kernel/messages";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { type Cell, createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import { dayOf, formatDay } from "./invoice.ts";
import type { listInvoices } from "./invoice-list-sql.ts";

type Listed = Awaited<ReturnType<typeof listInvoices>>["rows"][number];

/** Title in English and German, and what stands in the column. Amounts are units of the currency. */
const columns: { en: string; de: string; cell: (row: Listed, language: Language) => Cell }[] = [
  { en: "Number", de: "Nummer", cell: ({ invoice }) => invoice.number },
  { en: "Issued on", de: "Ausgestellt am", cell: ({ invoice }) => formatDay(dayOf(invoice.issuedAt)) },
  { en: "Payable by", de: "Zahlbar bis", cell: ({ invoice }) => (invoice.dueOn ? formatDay(invoice.dueOn) : null) },
  { en: "Customer", de: "Kunde", cell: ({ userName }) => userName },
  { en: "E-mail", de: "E-Mail", cell: ({ userEmail }) => userEmail },
  {
    en: "Description",
    de: "Beschreibung",
    cell: ({ invoice }, language) => (language === "de" ? invoice.nameDe : invoice.nameEn),
  },
  { en: "Without VAT", de: "Ohne MWST", cell: ({ invoice }) => minorOfMicros(invoice.netMicros) / 100 },
  { en: "VAT", de: "MWST", cell: ({ invoice }) => minorOfMicros(invoice.vatMicros) / 100 },
  { en: "Amount", de: "Betrag", cell: ({ invoice }) => minorOfMicros(invoice.grossMicros) / 100 },
  { en: "Currency", de: "Währung", cell: ({ invoice }) => invoice.currency },
  { en: "Status", de: "Status", cell: ({ invoice }, language) => statuses[invoice.status][language] },
  { en: "Corrects", de: "Korrigiert", cell: ({ invoice }) => invoice.corrects },
];

const statuses = {
  open: { en: "Open", de: "Offen" },
  paid: { en: "Paid", de: "Bezahlt" },
  credited: { en: "Credited", de: "Storniert" },
};

/** A list of invoices as a spreadsheet. */
export const exportInvoices = (rows: Listed[], language: Language): Buffer =>
  createSpreadsheet(
    language === "de" ? "Rechnungen" : "Invoices",
    columns.map((column) => column[language]),
    rows.map((row) => columns.map((column) => column.cell(row, language))),
  );
