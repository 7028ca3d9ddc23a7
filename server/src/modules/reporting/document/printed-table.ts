import type { Language } from "@litfass/contract/kernel/language";
import { localeOf } from "@litfass/contract/kernel/language";
import type { ConversionFigures, Metrics, StatisticsTableRow } from "@litfass/contract/reporting/figures";
import type { TableGrouping } from "@litfass/contract/reporting/statistics";
import { statisticsTable } from "../exports/statistics-table.ts";
import { notMeasured } from "../metrics/conversions.ts";
import { metricsOf, noCounts } from "../metrics/metrics.ts";
import { rowName } from "../panels/row-name.ts";
import type { Report } from "../report.ts";
import { daysOf } from "../report-period.ts";
import { t } from "../texts.ts";
import type { PrintedRow, PrintedTable } from "./printed-report.ts";

/** Weekdays, hours and the days of the longest period. */
const maxParts = 731;

/** The rows of a grouping with the most impressions, named in the reader's language; campaigns with their customers. */
export async function printedTable(
  report: Report,
  grouping: TableGrouping,
  most: number,
  lang: Language,
  { namesOwners = false } = {},
): Promise<PrintedTable> {
  const query = { group_by: grouping, page: 1, per_page: most, sort: "impressions", direction: "desc" } as const;
  const { data, meta } = await statisticsTable(report, query);
  const countries = new Set(data.map(({ country }) => country));
  const rows = data.map((row) => {
    const name = nameOf(grouping, row, lang, countries.size > 1);
    return printedRow(row, namesOwners && row.owner_name ? `${name}\n${row.owner_name}` : name);
  });
  return { rows, more: Math.max(0, meta.total - rows.length) };
}

/** Every row of a grouping in its own order; hours, weekdays and days without deliveries included. */
export async function allRows(report: Report, grouping: TableGrouping, lang: Language): Promise<PrintedRow[]> {
  const { rows } = await printedTable(report, grouping, maxParts, lang);
  const keys = keysOf(report, grouping);
  if (keys === null) return rows;
  const found = new Map(rows.map((row) => [row.key, row]));
  return keys.map((key) => found.get(key) ?? emptyRow(key, nameOf(grouping, { key, text: key, country: "" }, lang)));
}

function keysOf(report: Report, grouping: TableGrouping): string[] | null {
  const numbers = (first: number, count: number) => Array.from({ length: count }, (_, at) => String(first + at));
  if (grouping === "weekday") return numbers(1, 7);
  if (grouping === "hour") return numbers(0, 24);
  return grouping === "day" ? daysOf(report.period) : null;
}

/** A row without deliveries, and so without clicks that could lead to conversions. */
export const emptyRow = (key: string, name: string): PrintedRow => ({
  key,
  name,
  ...metricsOf(noCounts),
  ...notMeasured,
  spend: 0,
  effective_budget: null,
  currency: null,
});

/** A row of the metrics table under the name that readers see. */
export const printedRow = (row: StatisticsTableRow, name: string): PrintedRow => {
  const { key, spend, effective_budget, currency } = row;
  const metrics: Metrics & ConversionFigures = row;
  return { ...metrics, key, name, spend, effective_budget, currency };
};

function nameOf(
  grouping: TableGrouping,
  row: Pick<StatisticsTableRow, "key" | "text" | "country">,
  lang: Language,
  withCountry = false,
): string {
  if (grouping === "url" && row.key === "") return t(lang, "pdf.unknownSite");
  const name = rowName(grouping, row, lang);
  const isPlace = (grouping === "region" || grouping === "city") && row.key !== "" && row.country !== "";
  if (!isPlace || !withCountry) return name;
  const country = new Intl.DisplayNames(localeOf(lang), { type: "region", fallback: "code" }).of(row.country);
  return `${name}, ${country}`;
}
