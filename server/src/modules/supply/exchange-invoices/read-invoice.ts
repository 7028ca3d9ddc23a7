import type { MessageKey } from "@litfass/contract/kernel/messages";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { type InvoiceLine, maxInvoiceLines, microsOfDecimal } from "./invoice-line.ts";

/** A problem of one row; `row` 1 is the header of a file. */
type RowProblem = { row: number; column: string; problem: MessageKey };
export type ReadInvoice = { lines: InvoiceLine[]; problems: RowProblem[] };

const required = ["day", "currency", "impressions", "media"] as const;
const optional = ["site", "campaign", "fee", "deduction", "total"] as const;
type Cells = Partial<Record<(typeof required | typeof optional)[number], string>>;

/** The total may differ from the sum of its parts by half a minor unit, because exchanges round it. */
const roundedMicros = 5_000n;
const maxProblems = 50;

/**
 * Reads an invoice as CSV (RFC 4180, comma or semicolon, UTF-8). The header names the columns in any order: `day`
 * (YYYY-MM-DD), `currency`, `impressions` and `media` are required; `site`, `campaign`, `fee`, `deduction` and `total`
 * are optional, others are ignored. Amounts are decimals with a point.
 */
export function readInvoiceCsv(text: string, month: string): ReadInvoice {
  let rows: string[][];
  try {
    const delimiter = (text.split("\n", 1)[0] ?? "").includes(";") ? ";" : ",";
    rows = parse(text, { bom: true, delimiter, trim: true, relax_column_count: true, skip_empty_lines: true });
  } catch {
    return { lines: [], problems: [{ row: 1, column: "", problem: "exchange_invoices.csv" }] };
  }
  const header = (rows[0] ?? []).map((name) => name.toLowerCase());
  const missing = required.filter((name) => !header.includes(name));
  if (missing.length > 0) {
    return {
      lines: [],
      problems: missing.map((column) => ({ row: 1, column, problem: "exchange_invoices.column_missing" })),
    };
  }
  const cells = rows.slice(1).map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ""])));
  return readRows(cells, month, 2);
}

const reportSchema = z.object({
  month: z.string(),
  lines: z
    .array(
      z.object({
        day: z.string(),
        currency: z.string(),
        site: z.string().optional(),
        campaign: z.string().optional(),
        impressions: z.number(),
        media: z.string(),
        fee: z.string().optional(),
        deduction: z.string().optional(),
        total: z.string().optional(),
      }),
    )
    .max(maxInvoiceLines),
});

/** Reads the monthly report of an exchange: the same columns as JSON, amounts as decimal texts. */
export function readInvoiceReport(report: unknown, month: string): ReadInvoice {
  const parsed = reportSchema.safeParse(report);
  if (!parsed.success || parsed.data.month !== month) {
    return { lines: [], problems: [{ row: 1, column: "month", problem: "exchange_invoices.report" }] };
  }
  const cells = parsed.data.lines.map(({ impressions, ...line }) => ({ ...line, impressions: String(impressions) }));
  return readRows(cells, month, 1);
}

function readRows(rows: Cells[], month: string, firstRow: number): ReadInvoice {
  const problems: RowProblem[] = [];
  const lines: InvoiceLine[] = [];
  const known = new Set<string>();
  if (rows.length === 0) problems.push({ row: firstRow, column: "", problem: "exchange_invoices.empty" });
  if (rows.length > maxInvoiceLines) {
    return { lines, problems: [{ row: maxInvoiceLines, column: "", problem: "exchange_invoices.too_long" }] };
  }
  for (const [at, cells] of rows.entries()) {
    const row = firstRow + at;
    const before = problems.length;
    const line = lineOf(cells, month, (column, problem) => problems.push({ row, column, problem }));
    const key = `${line.day} ${line.currency} ${line.site} ${line.campaign}`;
    if (problems.length === before && known.has(key)) {
      problems.push({ row, column: "day", problem: "exchange_invoices.repeated" });
    }
    known.add(key);
    lines.push(line);
    if (problems.length >= maxProblems) break;
  }
  return { lines, problems };
}

function lineOf(cells: Cells, month: string, refuse: (column: string, problem: MessageKey) => void): InvoiceLine {
  const { day = "", currency = "", site = "", campaign = "", impressions = "" } = cells;
  if (!z.iso.date().safeParse(day).success || !day.startsWith(`${month}-`)) refuse("day", "exchange_invoices.day");
  if (!/^[A-Z]{3}$/.test(currency)) refuse("currency", "settings.currency");
  if (site.length > 253) refuse("site", "exchange_invoices.site");
  if (!/^\d{0,15}$/.test(campaign)) refuse("campaign", "exchange_invoices.campaign");
  if (!/^\d{1,12}$/.test(impressions)) refuse("impressions", "exchange_invoices.impressions");
  const amount = (column: "media" | "fee" | "deduction"): bigint => {
    const micros = microsOfDecimal(cells[column] || "0");
    if (micros === null || micros < 0n || (column === "media" && !cells.media)) {
      refuse(column, "exchange_invoices.amount");
      return 0n;
    }
    return micros;
  };
  const [mediaMicros, feeMicros, deductionMicros] = [amount("media"), amount("fee"), amount("deduction")];
  const sum = mediaMicros + feeMicros - deductionMicros;
  const totalMicros = cells.total ? microsOfDecimal(cells.total) : sum;
  if (totalMicros === null) refuse("total", "exchange_invoices.amount");
  else if (totalMicros - sum > roundedMicros || sum - totalMicros > roundedMicros) {
    refuse("total", "exchange_invoices.total");
  }
  return {
    day,
    currency,
    site: site.toLowerCase(),
    campaign,
    impressions: Number(impressions) || 0,
    mediaMicros,
    feeMicros,
    deductionMicros,
    totalMicros: totalMicros ?? sum,
  };
}
