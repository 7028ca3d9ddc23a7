import { moneyText } from "@litfass/contract/kernel/money";
import { inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawHeading } from "./draw-heading.ts";
import { drawTable, heightOfTable, startOfTable, type TableColumn } from "./draw-table.ts";
import { metricFigures } from "./printed-figures.ts";
import { formatCount, formatRate } from "./printed-format.ts";
import type { PrintedReport, PrintedRow, PrintedTable } from "./printed-report.ts";

const figureWidth = 66;
/** Six figures leave names too little space at the usual width. */
const narrowFigureWidth = 60;
const halfGap = 24;
const half = (width - halfGap) / 2;
const barWidth = 36;
const countWidth = 56;
const shareWidth = 42;
const moreHeight = 20;

/** The row's name and its metrics, in the full width. */
export function metricColumns(report: PrintedReport, name: string): TableColumn<PrintedRow>[] {
  const metrics = metricFigures(report);
  const each = metrics.length > 5 ? narrowFigureWidth : figureWidth;
  const figures = metrics.map(({ header, cell }) => figure(header, cell, each));
  return [{ header: name, width: width - figures.length * each, cell: (row) => row.name }, ...figures];
}

const figure = (
  header: string,
  cell: (row: PrintedRow) => string,
  ownWidth = figureWidth,
): TableColumn<PrintedRow> => ({
  header,
  width: ownWidth,
  align: "right",
  cell,
});

export function drawCampaigns(flow: Flow, report: PrintedReport): void {
  const { lang, campaigns, showsCosts, totals } = report;
  if (campaigns === null) return;
  const columns = metricColumns(report, t(lang, "pdf.campaign"));
  if (showsCosts && totals.currency === null) {
    const spent = figure(t(lang, "pdf.column.spendMixed"), (row) =>
      row.spend === null || row.currency === null ? "–" : moneyText(row.spend, row.currency),
    );
    columns.push({ ...spent, width: figureWidth + 14 });
    columns[0] = { ...columns[0]!, width: columns[0]!.width - figureWidth - 14 };
  }
  drawTitled(flow, report, t(lang, "pdf.campaigns"), campaigns, columns);
}

export function drawSites(flow: Flow, report: PrintedReport): void {
  const { lang, sites } = report;
  drawTitled(flow, report, t(lang, "pdf.sites"), sites, metricColumns(report, t(lang, "pdf.site")));
}

function drawTitled(
  flow: Flow,
  { lang }: PrintedReport,
  title: string,
  { rows, more }: PrintedTable,
  columns: TableColumn<PrintedRow>[],
): void {
  if (rows.length === 0) return;
  drawHeading(flow, title, startOfTable(flow.doc, { columns, rows }));
  drawTable(flow, { caption: title, columns, rows });
  drawMore(flow, lang, more);
}

function drawMore(flow: Flow, lang: PrintedReport["lang"], more: number, x = left): void {
  if (more === 0) return;
  const text = t(lang, "pdf.more", { count: more, number: formatCount(more) });
  flow.y = paragraph(flow, text, x, flow.y + 5, { size: 8, color: inkSecondary }, { width: half });
}

/** Regions and cities with their share of all impressions, next to each other. */
export function drawPlaces(flow: Flow, report: PrintedReport): void {
  const { lang, regions, cities } = report;
  drawPair(flow, report, t(lang, "pdf.places"), [
    ...(regions === null ? [] : [{ title: t(lang, "pdf.regions"), ...regions }]),
    { title: t(lang, "pdf.cities"), ...cities },
  ]);
}

/** Devices and weekdays. */
export function drawParts(flow: Flow, report: PrintedReport): void {
  const { lang, devices, weekdays } = report;
  drawPair(flow, report, t(lang, "pdf.devicesAndWeekdays"), [
    { title: t(lang, "pdf.devices"), rows: devices, more: 0 },
    ...(weekdays === null ? [] : [{ title: t(lang, "pdf.weekdays"), rows: weekdays, more: 0 }]),
  ]);
}

type Part = PrintedTable & { title: string };

/** Short tables next to each other, always on one page. */
function drawPair(flow: Flow, { lang, totals }: PrintedReport, title: string, parts: Part[]): void {
  const tables = parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ title: caption, rows, more }, at) => {
      const columns = shareColumns(lang, caption, totals.impressions, rows);
      return { caption, rows, more, columns, x: left + at * (half + halfGap), width: half };
    });
  const [first, second] = tables;
  if (!first) return;
  const height = Math.max(...tables.map((table) => heightOfTable(flow.doc, table)));
  drawHeading(flow, second ? title : first.caption, height + moreHeight);
  const top = flow.y;
  let bottom = top;
  for (const table of tables) {
    flow.y = top;
    drawTable(flow, table);
    drawMore(flow, lang, table.more, table.x);
    bottom = Math.max(bottom, flow.y);
  }
  flow.y = bottom;
}

function shareColumns(
  lang: PrintedReport["lang"],
  name: string,
  all: number,
  rows: PrintedRow[],
): TableColumn<PrintedRow>[] {
  const most = Math.max(1, ...rows.map(({ impressions }) => impressions));
  const share = (row: PrintedRow): string => formatRate(all === 0 ? 0 : (row.impressions / all) * 100);
  return [
    { header: name, width: half - barWidth - countWidth - shareWidth, cell: (row) => row.name },
    { header: "", width: barWidth, bar: (row) => row.impressions / most },
    { ...figure(t(lang, "pdf.impressions"), (row) => formatCount(row.impressions)), width: countWidth },
    { ...figure(t(lang, "pdf.share"), share), width: shareWidth },
  ];
}

/** How far videos were watched. */
export function drawVideo(flow: Flow, { lang, totals }: PrintedReport): void {
  if (totals.video_plays === 0) return;
  const rows = [
    { name: t(lang, "pdf.video.plays"), count: totals.video_plays },
    { name: t(lang, "pdf.video.first"), count: totals.first_quartile },
    { name: t(lang, "pdf.video.midpoint"), count: totals.midpoint },
    { name: t(lang, "pdf.video.third"), count: totals.third_quartile },
    { name: t(lang, "pdf.video.completions"), count: totals.completions },
  ];
  const title = t(lang, "pdf.video", { rate: formatRate(totals.completion_rate) });
  drawHeading(flow, title, 130);
  reserve(flow, 100);
  drawTable<(typeof rows)[number]>(flow, {
    caption: title,
    columns: [
      { header: t(lang, "pdf.step"), width: 190, cell: (row) => row.name },
      { header: "", width: width - 190 - 80, bar: (row) => row.count / totals.video_plays },
      { header: t(lang, "pdf.video.number"), width: 80, align: "right", cell: (row) => formatCount(row.count) },
    ],
    rows,
  });
}
