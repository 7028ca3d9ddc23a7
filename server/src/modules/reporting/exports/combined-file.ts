import { connectionNames } from "@litfass/contract/connections/connections";
import { csvOf } from "@litfass/contract/kernel/csv";
import type { Language } from "@litfass/contract/kernel/language";
import type {
  CombinedDay,
  CombinedReport,
  CombinedRow,
  ReportSource,
} from "@litfass/contract/reporting/combined-report";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import { type Cell, createSpreadsheet, spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import type { Report } from "../report.ts";
import { t } from "../texts.ts";

/** A row with the name of its source. */
type Line = (CombinedRow | CombinedDay) & { sourceName: string };

/** The operator is the source of the platform's own figures. */
const sourceName = (source: ReportSource, operator: string): string =>
  source === "platform" ? operator : connectionNames[source];

/** The columns with their catalog titles. Rates are percentages, amounts in units of the currency. */
const columns = [
  { title: "source", cell: (line) => line.sourceName },
  { title: "name_or_day", cell: (line) => ("date" in line ? line.date : line.name) },
  { title: "account", cell: (line) => ("date" in line ? null : line.account) },
  { title: "impressions", cell: (line) => line.impressions },
  { title: "clicks", cell: (line) => line.clicks },
  { title: "ctr", cell: (line) => line.ctr },
  { title: "currency", cell: (line) => line.currency },
  { title: "spend", cell: (line) => (line.cost === null ? null : line.cost / 100) },
  { title: "sessions", cell: (line) => line.sessions },
  { title: "page_views", cell: (line) => line.page_views },
] as const satisfies { title: string; cell(line: Line): Cell }[];

/** The combined report as a file: one row per day and source with `group_by=day`, else per campaign or channel. */
export async function combinedFile(
  { period }: Report,
  combined: CombinedReport,
  query: { format: "xlsx" | "csv"; group_by: TableGrouping; lang: Language },
  { workers, operator }: { workers: WorkerQueue; operator: string },
): Promise<FileAnswer> {
  const { lang, format } = query;
  const found: (CombinedRow | CombinedDay)[] = query.group_by === "day" ? combined.days : combined.rows;
  const lines: Line[] = found.map((line) => ({ ...line, sourceName: sourceName(line.source, operator) }));
  const header = columns.map(({ title }) => t(lang, `export.${title}`));
  const cellsOf = (line: Line): Cell[] => columns.map((column) => column.cell(line));
  const filename = `combined-${period.from}-${period.to}.${format}`;
  if (format === "csv") {
    return { body: csvOf([header, ...lines.map(cellsOf)]), contentType: "text/csv; charset=utf-8", filename };
  }
  const body = await createSpreadsheet(workers, {
    name: t(lang, "export.combined_report"),
    header,
    rows: lines,
    cellsOf,
  });
  return { body, contentType: spreadsheetType, filename };
}
