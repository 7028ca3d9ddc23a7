import { connectionNames } from "@litfass/contract/connections/connections";
import { csvOf } from "@litfass/contract/kernel/csv";
import type {
  CombinedDay,
  CombinedReport,
  CombinedRow,
  ReportSource,
} from "@litfass/contract/reporting/combined-report";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { type Cell, createSpreadsheet, spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";

type Line = CombinedRow | CombinedDay;

const sourceNames: Record<ReportSource, string> = { platform: "Litfass", ...connectionNames };

/** Title in English and German, and what stands in the column. Rates are per cent, amounts units of the currency. */
const columns: { en: string; de: string; cell(line: Line): Cell }[] = [
  { en: "Source", de: "Quelle", cell: (line) => sourceNames[line.source] },
  { en: "Name or day", de: "Name oder Tag", cell: (line) => ("date" in line ? line.date : line.name) },
  { en: "Impressions", de: "Einblendungen", cell: (line) => line.impressions },
  { en: "Clicks", de: "Klicks", cell: (line) => line.clicks },
  { en: "CTR (%)", de: "CTR (%)", cell: (line) => line.ctr },
  { en: "Currency", de: "Währung", cell: (line) => line.currency },
  { en: "Spend", de: "Ausgaben", cell: (line) => (line.cost === null ? null : line.cost / 100) },
  { en: "Sessions", de: "Sitzungen", cell: (line) => line.sessions },
  { en: "Page views", de: "Seitenaufrufe", cell: (line) => line.page_views },
];

/** The combined report as a file: a line per day of each source with `group_by=day`, else per campaign or channel. */
export function combinedFile(
  combined: CombinedReport,
  query: { format: "xlsx" | "csv"; group_by: TableGrouping; from: string; to: string; lang: "en" | "de" },
) {
  const { lang, format } = query;
  const lines: Line[] = query.group_by === "day" ? combined.days : combined.rows;
  const header = columns.map((column) => column[lang]);
  const rows = lines.map((line) => columns.map((column) => column.cell(line)));
  const filename = `combined-${query.from}-${query.to}.${format}`;
  return format === "csv"
    ? { body: csvOf([header, ...rows]), contentType: "text/csv; charset=utf-8", filename }
    : {
        body: createSpreadsheet(lang === "de" ? "Gesamtbericht" : "Combined report", header, rows),
        contentType: spreadsheetType,
        filename,
      };
}
