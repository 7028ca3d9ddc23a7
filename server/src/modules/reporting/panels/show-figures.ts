import type { CallOutput } from "@litfass/contract/kernel/endpoint";
import type { Language } from "@litfass/contract/kernel/language";
import type { ImpressionKey, statisticsEndpoints } from "@litfass/contract/reporting/statistics";
import { centerOf, cityName, regionName } from "../../targeting/index.ts";
import { budgetsOf, spendOf } from "../metrics/budgets.ts";
import { conversionFigures, isWholeOf } from "../metrics/conversions.ts";
import type { Figures } from "../metrics/figures-sql.ts";
import { metricsOf, noCounts } from "../metrics/metrics.ts";
import { oneCurrency, type Report } from "../report.ts";
import { daysOf } from "../report-period.ts";

type Endpoints = typeof statisticsEndpoints;

/** The report's days in every response. */
export const periodOf = ({ period }: Report) => ({ from: period.from, to: period.to, time_zone: period.timeZone });

/** Overall figures (API-STAT-005). */
export async function showTotals(report: Report): Promise<CallOutput<Endpoints["showStatistics"]>> {
  const [[total], budgets, conversionsOf] = await Promise.all([
    report.figures({ grouping: "total" }),
    budgetsOf(report),
    report.conversions("total"),
  ]);
  const currency = oneCurrency(report.campaigns);
  const chargeMicros = total?.chargeMicros ?? 0n;
  return {
    ...periodOf(report),
    campaigns: report.campaigns.length,
    ...metricsOf(total ?? noCounts),
    ...spendOf(currency, chargeMicros),
    ...conversionFigures(
      conversionsOf(""),
      { clicks: total?.clicks ?? 0, chargeMicros, currency },
      isWholeOf(report.campaigns),
    ),
    budgets,
  };
}

/** One point per day, including days without deliveries (API-STAT-002, API-STAT-008). */
export async function showChart(
  report: Report,
  keys: ("impressions" | "clicks")[],
): Promise<CallOutput<Endpoints["showImpressionsClicksChart"]>> {
  const days = new Map((await report.figures({ grouping: "day" })).map((row) => [row.key, row]));
  const points = (key: "impressions" | "clicks") =>
    daysOf(report.period).map((date) => ({ date, value: days.get(date)?.[key] ?? 0 }));
  return { ...periodOf(report), series: keys.map((key) => ({ key, points: points(key) })) };
}

/**
 * Figures by site, place, weekday, hour of the day or device (API-STAT-003). Cities and regions are named in the reader's language.
 */
export async function showBreakdown(
  report: Report,
  grouping: ImpressionKey,
  limit: number,
  lang: Language,
): Promise<CallOutput<Endpoints["showImpressionsBy"]>> {
  const [rows, [total]] = await Promise.all([
    report.figures({ grouping, limit }),
    report.figures({ grouping: "total" }),
  ]);
  const siteName = await siteNames(report, grouping, rows);
  const data = rows.map((row) => ({
    key: row.key,
    text: grouping === "city" ? cityName(row.country, row.key, lang) : nameOf(grouping, siteName(row.key), lang),
    country: row.country,
    region: row.region,
    site_kind: row.siteKind,
    ...placeOf(grouping, row),
    ...metricsOf(row),
  }));
  const empty = { country: "", region: "", site_kind: "", latitude: null, longitude: null, ...metricsOf(noCounts) };
  const keys = allKeys[grouping];
  return {
    ...periodOf(report),
    data: keys
      ? keys.map((key) => data.find((row) => row.key === key) ?? { key, text: key, ...empty }).slice(0, limit)
      : data,
    total: metricsOf(total ?? noCounts),
    rows: keys?.length ?? rows[0]?.rows ?? 0,
  };
}

/** Weekdays and hours are complete and in order, including those without deliveries. */
const allKeys: Partial<Record<ImpressionKey, string[]>> = {
  weekday: ["1", "2", "3", "4", "5", "6", "7"],
  hour: Array.from({ length: 24 }, (_, hour) => String(hour)),
};

/** The location of a city or region; nulls for everything else. */
function placeOf(grouping: ImpressionKey, { key, country, region }: Figures) {
  const isPlace = (grouping === "region" || grouping === "city") && key !== "";
  const place = grouping === "region" ? { country, region: key, city: "" } : { country, region, city: key };
  const centre = isPlace ? centerOf(place) : null;
  return { latitude: centre?.latitude ?? null, longitude: centre?.longitude ?? null };
}

const nameOf = (grouping: ImpressionKey, key: string, lang: Language): string =>
  grouping === "region" ? regionName(key, lang) : key;

const siteNames = (report: Report, grouping: ImpressionKey, rows: Figures[]) =>
  grouping === "url" ? report.siteNames(rows) : (key: string) => key;

/** Sites or regions with deliveries, as filter options (API-STAT-006, API-STAT-007). */
export async function listFilterOptions(
  report: Report,
  grouping: "url" | "region",
  lang: Language,
  search?: string,
): Promise<CallOutput<Endpoints["listUrlFilters"]>> {
  const rows = await report.figures({ grouping, search, limit: 500 });
  const siteName = await siteNames(report, grouping, rows);
  return rows
    .filter((row) => row.key !== "" && row.impressions > 0)
    .map((row) => ({ text: nameOf(grouping, siteName(row.key), lang), value: row.key, impressions: row.impressions }));
}
