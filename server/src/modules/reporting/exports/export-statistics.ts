import { csvOf } from "@litfass/contract/kernel/csv";
import type { Language } from "@litfass/contract/kernel/language";
import type { StatisticsTableRow } from "@litfass/contract/reporting/figures";
import { type Cell, createSpreadsheet } from "@litfass/platform/spreadsheet/spreadsheet";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import { rowName } from "../panels/row-name.ts";
import type { Report } from "../report.ts";
import { t } from "../texts.ts";
import { statisticsTable, type TableQuery } from "./statistics-table.ts";

/** Maximum number of exported rows. */
const maxRows = 10_000;

const units = (minor: number | null): Cell => (minor === null ? null : minor / 100);

/**
 * After the name: title in English and German, and the column's value. Rates are percentages, amounts in units of the
 * currency.
 */
const columns = [
  { title: "country", cell: (row) => row.country },
  { title: "region", cell: (row) => row.region },
  { title: "impressions", cell: (row) => row.impressions },
  { title: "clicks", cell: (row) => row.clicks },
  { title: "ctr", cell: (row) => row.ctr },
  { title: "measured_impressions", cell: (row) => row.measured_impressions },
  { title: "measured_rate", cell: (row) => row.measured_rate },
  { title: "viewable_impressions", cell: (row) => row.viewable_impressions },
  { title: "visibility_rate", cell: (row) => row.visibility_rate },
  { title: "video_plays", cell: (row) => row.video_plays },
  { title: "first_quartile", cell: (row) => row.first_quartile },
  { title: "midpoint", cell: (row) => row.midpoint },
  { title: "third_quartile", cell: (row) => row.third_quartile },
  { title: "completions", cell: (row) => row.completions },
  { title: "completion_rate", cell: (row) => row.completion_rate },
  { title: "invalid_impressions", cell: (row) => row.invalid_impressions },
  { title: "invalid_clicks", cell: (row) => row.invalid_clicks },
  { title: "currency", cell: (row) => row.currency },
  { title: "spend", cell: (row) => units(row.spend) },
  { title: "budget", cell: (row) => units(row.budget) },
  { title: "effective_budget", cell: (row) => units(row.effective_budget) },
  { title: "remaining_budget", cell: (row) => units(row.remaining_budget) },
  { title: "conversions", cell: (row) => row.conversions },
  { title: "conversion_rate", cell: (row) => row.conversion_rate },
  { title: "cost_per_conversion", cell: (row) => units(row.cost_per_conversion) },
  { title: "conversion_value", cell: (row) => units(row.conversion_value) },
] as const satisfies { title: string; cell(row: StatisticsTableRow): Cell }[];

const owner = { title: "owner", cell: (row: StatisticsTableRow): Cell => row.owner_name } as const;

type ExportQuery = Omit<TableQuery, "page" | "per_page">;

/** Days and weekdays are in chronological order by default, because files are read from top to bottom. */
const inOrder = (query: ExportQuery): ExportQuery =>
  !query.sort && (query.group_by === "day" || query.group_by === "weekday")
    ? { ...query, sort: "text", direction: "asc" }
    : query;

async function tableOf(report: Report, query: ExportQuery, lang: Language): Promise<[string[], Cell[][]]> {
  const { data } = await statisticsTable(report, { ...inOrder(query), page: 1, per_page: maxRows });
  const all = report.namesOwners && query.group_by === "campaign" ? [owner, ...columns] : columns;
  return [
    [t(lang, "export.name"), ...all.map(({ title }) => t(lang, `export.${title}`))],
    data.map((row) => [rowName(query.group_by, row, lang), ...all.map((column) => column.cell(row))]),
  ];
}

/** The metrics table of a filter as a spreadsheet (API-USER-028). */
export async function exportStatistics(
  report: Report,
  query: ExportQuery,
  lang: Language,
  workers: WorkerQueue,
): Promise<Buffer> {
  const [header, rows] = await tableOf(report, query, lang);
  return createSpreadsheet(workers, { name: t(lang, "export.statistics"), header, rows, cellsOf: (row) => row });
}

/** The same as CSV. */
export async function exportCsv(report: Report, query: ExportQuery, lang: Language): Promise<string> {
  const [header, rows] = await tableOf(report, query, lang);
  return csvOf([header, ...rows]);
}
