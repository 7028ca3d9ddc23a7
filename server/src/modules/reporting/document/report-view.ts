import { t } from "../texts.ts";
import { metricFigures, type Tile, tilesOf } from "./printed-figures.ts";
import { formatCount, formatDay, formatDayMonth, formatRate } from "./printed-format.ts";
import type { PrintedReport, PrintedRow } from "./printed-report.ts";

/** A table as texts; the first column names the row, the others are figures. */
export type ReportTable = { title: string; columns: string[]; rows: string[][] };

export const reportTableNames = ["sites", "cities", "devices", "banners", "weekdays", "days"] as const;
export type ReportTableName = (typeof reportTableNames)[number];

/** A report as texts in its language, for pages that the server renders. */
export type ReportView = {
  kind: string;
  tiles: Tile[];
  facts: { label: string; value: string }[];
  days: {
    title: string;
    viewable: string;
    rest: string;
    columns: { label: string; viewable: number; rest: number }[];
    best: string;
  };
  tables: Record<ReportTableName, ReportTable>;
  /** The steps from requests to viewable impressions, with a bar's length from 0 to 1 on a logarithmic scale. */
  funnel: {
    title: string;
    note: string;
    columns: string[];
    rows: { step: string; chances: string; lost: string; bar: number }[];
  };
};

/** What the PDF of a report contains, for a page. */
export function viewOfReport(report: PrintedReport): ReportView {
  const { lang, advertisers, period, days } = report;
  const best = days.reduce((a, b) => (b.impressions > a.impressions ? b : a));
  const table = (title: string, name: string, rows: PrintedRow[]): ReportTable => {
    const figures = metricFigures(
      report,
      rows.some(({ conversions }) => conversions !== null),
    );
    return {
      title,
      columns: [name, ...figures.map(({ header }) => header)],
      rows: rows.map((row) => [row.name, ...figures.map(({ cell }) => cell(row))]),
    };
  };
  const titled = (key: "pdf.cities" | "pdf.devices" | "pdf.weekdays", rows: PrintedRow[]): ReportTable =>
    table(t(lang, key), t(lang, key), rows);
  return {
    kind: t(lang, "pdf.kind.campaign"),
    tiles: tilesOf(report),
    facts: [
      { label: t(lang, "pdf.advertiser"), value: advertisers.join(", ") },
      { label: t(lang, "pdf.period"), value: `${formatDay(period.from)} – ${formatDay(period.to)}` },
    ],
    days: {
      title: t(lang, "pdf.days"),
      viewable: t(lang, "pdf.viewable"),
      rest: t(lang, "pdf.notViewable"),
      columns: days.map(({ key, impressions, viewable_impressions: viewable }) => ({
        label: formatDayMonth(key),
        viewable,
        rest: impressions - viewable,
      })),
      best: t(lang, "pdf.bestDay", { day: formatDay(best.key), number: formatCount(best.impressions) }),
    },
    tables: {
      sites: table(t(lang, "pdf.sites"), t(lang, "pdf.site"), report.sites.rows),
      cities: titled("pdf.cities", report.cities.rows),
      devices: titled("pdf.devices", report.devices),
      banners: table(
        t(lang, "pdf.banners"),
        t(lang, "pdf.banner"),
        report.banners.map(({ row }) => row),
      ),
      weekdays: titled("pdf.weekdays", report.weekdays ?? []),
      days: table(
        t(lang, "pdf.byDay"),
        t(lang, "pdf.day"),
        days.map((day) => ({ ...day, name: formatDay(day.key) })),
      ),
    },
    funnel: {
      title: t(lang, "pdf.funnel"),
      note: t(lang, "pdf.funnelNote"),
      columns: [t(lang, "pdf.step"), t(lang, "pdf.chances"), t(lang, "pdf.lost")],
      rows: funnelRows(report),
    },
  };
}

function funnelRows({ lang, funnel }: PrintedReport): ReportView["funnel"]["rows"] {
  const steps = funnel?.steps ?? [];
  const most = Math.max(1, ...steps.map(({ chances }) => chances));
  return steps.map(({ step, chances }, at) => {
    const before = steps[at - 1]?.chances ?? chances;
    const lost = before === 0 ? 0 : 1 - chances / before;
    return {
      step: t(lang, `pdf.step.${step}`),
      chances: formatCount(chances),
      lost: lost > 0 ? `-${formatRate(lost * 100)}` : "",
      bar: Math.log1p(chances) / Math.log1p(most),
    };
  });
}
