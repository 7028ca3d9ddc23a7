import { csvOf } from "@litfass/contract/kernel/csv";
import type { StatisticsTableRow } from "@litfass/contract/reporting/statistics";
import { type Cell, createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import { rowName } from "../panels/row-name.ts";
import type { Report } from "../report.ts";
import { statisticsTable, type TableQuery } from "./statistics-table.ts";

/** More rows than this are not exported at once. */
const maxRows = 10_000;

const units = (minor: number | null): Cell => (minor === null ? null : minor / 100);

/** After the name: title in English and German, and what stands in the column. Rates are per cent, amounts units of the currency. */
const columns: { en: string; de: string; cell(row: StatisticsTableRow): Cell }[] = [
  { en: "Country", de: "Land", cell: (row) => row.country },
  { en: "Region", de: "Region", cell: (row) => row.region },
  { en: "Impressions", de: "Einblendungen", cell: (row) => row.impressions },
  { en: "Clicks", de: "Klicks", cell: (row) => row.clicks },
  { en: "CTR (%)", de: "CTR (%)", cell: (row) => row.ctr },
  { en: "Viewable impressions", de: "Sichtbare Einblendungen", cell: (row) => row.viewable_impressions },
  { en: "Visibility rate (%)", de: "Sichtbarkeit (%)", cell: (row) => row.visibility_rate },
  { en: "Video plays", de: "Wiedergaben", cell: (row) => row.video_plays },
  { en: "First quartile", de: "Erstes Viertel", cell: (row) => row.first_quartile },
  { en: "Midpoint", de: "Hälfte", cell: (row) => row.midpoint },
  { en: "Third quartile", de: "Drittes Viertel", cell: (row) => row.third_quartile },
  { en: "Completions", de: "Zu Ende gesehen", cell: (row) => row.completions },
  { en: "Completion rate (%)", de: "Abschlussrate (%)", cell: (row) => row.completion_rate },
  { en: "Invalid impressions", de: "Ungültige Einblendungen", cell: (row) => row.invalid_impressions },
  { en: "Invalid clicks", de: "Ungültige Klicks", cell: (row) => row.invalid_clicks },
  { en: "Currency", de: "Währung", cell: (row) => row.currency },
  { en: "Spend", de: "Ausgaben", cell: (row) => units(row.spend) },
  { en: "Budget", de: "Budget", cell: (row) => units(row.budget) },
  { en: "Effective budget", de: "Verbrauchtes Budget", cell: (row) => units(row.effective_budget) },
  { en: "Remaining budget", de: "Verbleibendes Budget", cell: (row) => units(row.remaining_budget) },
];

type ExportQuery = Omit<TableQuery, "page" | "per_page">;

/** Days and weekdays come in their own order unless told otherwise: a file is read from the first to the last. */
const inOrder = (query: ExportQuery): ExportQuery =>
  !query.sort && (query.group_by === "day" || query.group_by === "weekday")
    ? { ...query, sort: "text", direction: "asc" }
    : query;

async function tableOf(report: Report, query: ExportQuery, lang: "en" | "de"): Promise<[string[], Cell[][]]> {
  const { data } = await statisticsTable(report, { ...inOrder(query), page: 1, per_page: maxRows });
  return [
    ["Name", ...columns.map((column) => column[lang])],
    data.map((row) => [rowName(query.group_by, row, lang), ...columns.map((column) => column.cell(row))]),
  ];
}

/** The metrics table of a filter as a spreadsheet (API-USER-028). */
export async function exportStatistics(report: Report, query: ExportQuery, lang: "en" | "de"): Promise<Buffer> {
  const [header, rows] = await tableOf(report, query, lang);
  return createSpreadsheet(lang === "de" ? "Statistik" : "Statistics", header, rows);
}

/** The same as CSV. */
export async function exportCsv(report: Report, query: ExportQuery, lang: "en" | "de"): Promise<string> {
  const [header, rows] = await tableOf(report, query, lang);
  return csvOf([header, ...rows]);
}
