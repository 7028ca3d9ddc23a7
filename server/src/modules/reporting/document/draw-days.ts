import { localeOf } from "@litfass/contract/kernel/language";
import { inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { type ChartColumn, colors, drawColumns, drawLegend } from "./draw-columns.ts";
import { drawHeading } from "./draw-heading.ts";
import { drawTable, startOfTable } from "./draw-table.ts";
import { metricColumns } from "./draw-tables.ts";
import { formatCount, formatDay, formatDayMonth } from "./printed-format.ts";
import type { PrintedReport, PrintedRow } from "./printed-report.ts";

/** More columns would be too thin; longer periods are shown by month. */
const maxDays = 100;
const chartHeight = 150;

/** Impressions over time. One day has no course. */
export function drawDays(flow: Flow, report: PrintedReport): void {
  const { lang, days, isRunning, period } = report;
  if (days.length < 2) return;
  const byMonth = days.length > maxDays;
  const title = t(lang, byMonth ? "pdf.months" : "pdf.days");
  drawHeading(flow, title, chartHeight + 60);
  drawLegend(flow, [
    { color: colors.main, name: t(lang, "pdf.viewable") },
    { color: colors.rest, name: t(lang, "pdf.notViewable") },
  ]);
  const parts = byMonth ? monthsOf(days, lang) : days.map((day) => ({ ...day, label: formatDayMonth(day.key) }));
  const columns = parts.map((part, at): ChartColumn => {
    const rest = Math.max(0, part.impressions - part.viewable_impressions);
    return {
      label: part.label,
      parts: [part.viewable_impressions, rest],
      isOpen: isRunning && at === parts.length - 1,
    };
  });
  flow.y += 6;
  drawColumns(flow, { columns, width, height: chartHeight, alt: courseOf(report, title) });
  if (!isRunning) return;
  const open = t(lang, "pdf.open", { day: formatDay(period.to) });
  flow.y = paragraph(flow, open, left, flow.y, { size: 8, color: inkSecondary }, { width });
}

/** The days with deliveries as a table, for those who check or copy figures. */
export function drawDayTable(flow: Flow, report: PrintedReport): void {
  const { lang, days } = report;
  if (days.length < 2 || days.length > maxDays) return;
  const columns = metricColumns(report, t(lang, "pdf.day"));
  const rows = days
    .filter(({ impressions, clicks }) => impressions + clicks > 0)
    .map((day) => ({ ...day, name: `${weekday(lang, day.key)} ${formatDay(day.key)}` }));
  drawHeading(flow, t(lang, "pdf.byDay"), startOfTable(flow.doc, { columns, rows }));
  drawTable(flow, { caption: t(lang, "pdf.byDay"), columns, rows });
}

const weekday = (lang: PrintedReport["lang"], day: string): string =>
  new Intl.DateTimeFormat(localeOf(lang), { weekday: "short", timeZone: "UTC" }).format(new Date(`${day}T12:00:00Z`));

type Part = Pick<PrintedRow, "impressions" | "viewable_impressions"> & { label: string };

function monthsOf(days: PrintedRow[], lang: PrintedReport["lang"]): Part[] {
  const name = new Intl.DateTimeFormat(localeOf(lang), { month: "short", year: "2-digit", timeZone: "UTC" });
  const months = new Map<string, Part>();
  for (const { key, impressions, viewable_impressions } of days) {
    const month = key.slice(0, 7);
    const label = name.format(new Date(`${month}-15T12:00:00Z`));
    const sum = months.get(month) ?? { label, impressions: 0, viewable_impressions: 0 };
    months.set(month, {
      label,
      impressions: sum.impressions + impressions,
      viewable_impressions: sum.viewable_impressions + viewable_impressions,
    });
  }
  return [...months.values()];
}

/** The chart in words. */
function courseOf({ lang, days }: PrintedReport, title: string): string {
  const best = days.reduce((a, b) => (b.impressions > a.impressions ? b : a));
  return `${title}. ${t(lang, "pdf.bestDay", { day: formatDay(best.key), number: formatCount(best.impressions) })}`;
}
