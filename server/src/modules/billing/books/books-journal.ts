import type { CsvCell } from "@litfass/contract/kernel/csv";
import type { Language } from "@litfass/contract/kernel/language";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { invalid } from "@litfass/platform/problem";
import { csvStream } from "@litfass/platform/spreadsheet/csv-stream";
import { type Cell, createSpreadsheet, spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import { t } from "../texts.ts";
import { describe } from "../transactions/transaction.ts";
import { checkPeriod } from "./books.ts";
import { type AccountKind, type BookPeriod, type JournalLine, journalLines } from "./books-sql.ts";

const columns = [
  "date",
  "entry",
  "text",
  "account",
  "account_name",
  "customer",
  "currency",
  "debit",
  "credit",
  "invoice",
  "campaign",
] as const;

const maxLines = 200_000;

/** Micros as an exact decimal: 1234.5, 0.025. */
export function unitsOf(micros: bigint): string {
  const positive = micros < 0n ? -micros : micros;
  const rest = (positive % 1_000_000n)
    .toString()
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${micros < 0n ? "-" : ""}${positive / 1_000_000n}.${rest}`;
}

/** The cells of a journal line. The operator's debits are negative in the ledger. */
function cellsOf(line: JournalLine, language: Language): string[] {
  const text = describe({ kind: line.kind, description: line.description, details: {} }, language);
  const amount = unitsOf(line.micros < 0n ? -line.micros : line.micros);
  return [
    line.day,
    line.entry ?? "",
    text,
    accountNumber(line.account),
    accountName(line.account, language),
    line.customer ?? "",
    line.currency,
    line.micros < 0n ? amount : "",
    line.micros > 0n ? amount : "",
    line.invoice ?? "",
    line.campaign ?? "",
  ];
}

const amountColumns = [7, 8];
const csvCell = (text: string, column: number): CsvCell =>
  amountColumns.includes(column) && text !== "" ? { figure: text } : text;
const spreadsheetCell = (text: string, column: number): Cell =>
  amountColumns.includes(column) && text !== "" ? Number(text) : text;

/**
 * The journal of a period as a file for accountants. Debits equal credits to the micro.
 * @throws 422 for an invalid period, one that is too long, or one with more than 200'000 lines.
 */
export async function journalFile(
  { db, workers }: Platform,
  query: BookPeriod & { format: "csv" | "xlsx" },
  language: Language,
): Promise<FileAnswer> {
  checkPeriod(query);
  const lines = await journalLines(db, query, maxLines + 1);
  if (lines.length > maxLines) throw invalid({ to: ["rule.excluded"] });
  const header = columns.map((column) => t(language, `journal.${column}`));
  const filename = `journal-${query.from}-${query.to}.${query.format}`;
  if (query.format === "xlsx") {
    const body = await createSpreadsheet(workers, {
      name: "Journal",
      header,
      rows: lines,
      cellsOf: (line) => cellsOf(line, language).map(spreadsheetCell),
    });
    return { body, contentType: spreadsheetType, filename };
  }
  const body = csvStream({ header, rows: lines, cellsOf: (line) => cellsOf(line, language).map(csvCell) });
  return { body, contentType: "text/csv; charset=utf-8", filename };
}

/** Account numbers of the Swiss chart of accounts for small and medium businesses (Kontenrahmen KMU). */
const accountNumbers: Record<AccountKind, string> = {
  bank: "1020",
  card_clearing: "1090",
  payouts_in_transit: "1091",
  available: "2030",
  reserved: "2031",
  vat: "2200",
  media_invoiced: "2000",
  media_payable: "2300",
  revenue: "3400",
  services: "3410",
  manual_credit: "3805",
  subsidy: "3806",
  plan_credit: "3807",
  guarantee: "3808",
  promotion: "3809",
  discount: "3801",
  media_cost: "4400",
  bank_charges: "6940",
};

const accountNumber = (kind: AccountKind): string => accountNumbers[kind];
const accountName = (kind: AccountKind, language: Language): string => t(language, `account.${kind}`);
