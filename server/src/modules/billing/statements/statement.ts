import type { Statement, StatementLine } from "@litfass/contract/billing/billing";
import type { CsvCell } from "@litfass/contract/kernel/csv";
import type { Language } from "@litfass/contract/kernel/language";
import { type Currency, minorFloorOfMicros, minorOfMicros } from "@litfass/contract/kernel/money";
import { metaOf } from "@litfass/contract/kernel/paging";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { csvStream } from "@litfass/platform/spreadsheet/csv-stream";
import { type Cell, createSpreadsheet, spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import { dayOf, formatDay } from "../invoices/invoice.ts";
import { textsOf } from "../texts.ts";
import { describe } from "../transactions/transaction.ts";
import {
  countStatement,
  type DayPeriod,
  listStatement,
  type StatementMovement,
  sumStatement,
} from "./statement-sql.ts";

type Owner = { ownerUid: string; currency: Currency };
type StatementQuery = DayPeriod & { page: number; per_page: number; search?: string; direction: "asc" | "desc" };

/** A page of an owner's statement with the sums of the whole period. */
export async function showStatement(
  db: Executor,
  owner: Owner,
  query: StatementQuery,
  language: Language,
): Promise<Statement> {
  const { page, per_page, ...asked } = query;
  const [lines, total, sums] = [
    await listStatement(db, owner, { ...asked, limit: per_page, offset: (page - 1) * per_page }),
    await countStatement(db, owner, asked),
    await sumStatement(db, owner, asked),
  ];
  const closing = sums.openingMicros + sums.creditMicros - sums.debitMicros;
  return {
    data: lines.map((line) => presentLine(line, language)),
    meta: metaOf(page, per_page, total),
    currency: owner.currency,
    opening_balance: minorFloorOfMicros(sums.openingMicros),
    debits: minorOfMicros(sums.debitMicros),
    credits: minorOfMicros(sums.creditMicros),
    closing_balance: minorFloorOfMicros(closing),
    first_at: sums.firstAt?.toISOString() ?? null,
  };
}

/** A line in the format of the API. */
export function presentLine(line: StatementMovement, language: Language): StatementLine {
  const amount = minorOfMicros(line.amountMicros);
  return {
    id: line.entryId.toString(),
    kind: line.kind,
    description: describe(line, language),
    debit: amount < 0 ? -amount : null,
    credit: amount < 0 ? null : amount,
    balance: minorFloorOfMicros(line.balanceMicros),
    campaign_id: line.details.campaign ?? null,
    invoice: line.details.invoice ?? null,
    created_at: line.at.toISOString(),
  };
}

/** The maximum number of lines in a file. */
export const maxLines = 20_000;

const columns = ["date", "number", "text", "invoice", "campaign", "debit", "credit", "balance", "currency"] as const;

/** All lines of a period, oldest first, as a file for bookkeeping. Amounts are plain numbers. */
export async function exportStatement(
  { db, workers }: Platform,
  owner: Owner,
  query: DayPeriod & { format: "csv" | "xlsx" },
  language: Language,
): Promise<FileAnswer> {
  const lines = await listStatement(db, owner, { ...query, direction: "asc", limit: maxLines, offset: 0 });
  const texts = textsOf(language, "statement");
  const header = columns.map((column) => texts(column));
  const cellsOf = (line: StatementMovement) => cellsOfLine(line, owner.currency, language);
  const name = [texts("file"), query.from, query.to].filter(Boolean).join("-");
  if (query.format === "csv") {
    // Spreadsheets of this region use semicolons as separators.
    const separator = ";";
    const body = csvStream({ header, rows: lines, cellsOf: (line) => cellsOf(line).map(csvCell), separator });
    return { body, contentType: "text/csv", filename: `${name}.csv` };
  }
  const body = await createSpreadsheet(workers, { name: texts("sheet"), header, rows: lines, cellsOf });
  return { body, contentType: spreadsheetType, filename: `${name}.xlsx` };
}

function cellsOfLine(line: StatementMovement, currency: Currency, language: Language): Cell[] {
  const shown = presentLine(line, language);
  const units = (minor: number | null): number | null => (minor === null ? null : minor / 100);
  return [
    formatDay(dayOf(line.at)),
    shown.id,
    shown.description,
    shown.invoice,
    shown.campaign_id,
    units(shown.debit),
    units(shown.credit),
    units(shown.balance),
    currency,
  ];
}

/** The amount columns, always with two decimals. */
const amountColumns = [5, 6, 7];
const csvCell = (cell: Cell, column: number): CsvCell =>
  typeof cell === "number" && amountColumns.includes(column) ? { figure: cell.toFixed(2) } : cell;
