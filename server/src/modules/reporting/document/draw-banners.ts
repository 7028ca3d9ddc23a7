import { drawArtifact, hairline, inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { element, type Flow, paragraph, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawHeading } from "./draw-heading.ts";
import { drawTable, startOfTable } from "./draw-table.ts";
import { metricColumns } from "./draw-tables.ts";
import { formatCount, formatRate, formatViewability } from "./printed-format.ts";
import type { PrintedBanner, PrintedReport } from "./printed-report.ts";

/** Banners share one scale, the tallest within this height. */
const maxHeight = 160;
/** Room for the figures below a narrow banner. */
const minWidth = 98;
const gap = 18;
const figuresHeight = 58;

/** The banners, each with its picture and figures, as many in a row as fit; those without a picture in a table. */
export function drawBanners(flow: Flow, report: PrintedReport): void {
  const { lang } = report;
  const title = t(lang, "pdf.banners");
  const shown = report.banners.filter(({ picture }) => picture !== null);
  const listed = report.banners.filter(({ picture }) => picture === null).map(({ name, row }) => ({ ...row, name }));
  const table = { columns: metricColumns(report, t(lang, "pdf.banner")), rows: listed };
  if (shown.length > 0) drawPictures(flow, lang, title, shown);
  else if (listed.length > 0) drawHeading(flow, title, startOfTable(flow.doc, table));
  if (listed.length === 0) return;
  if (shown.length > 0) {
    flow.y += 8;
    reserve(flow, startOfTable(flow.doc, table));
  }
  drawTable(flow, { caption: title, ...table });
}

function drawPictures(flow: Flow, lang: PrintedReport["lang"], title: string, banners: PrintedBanner[]): void {
  const scale = Math.min(
    1,
    maxHeight / Math.max(1, ...banners.map(({ height }) => height)),
    width / Math.max(1, ...banners.map((banner) => banner.width)),
  );
  const rows = rowsOf(banners, scale);
  drawHeading(flow, title, heightOfRow(rows[0] ?? [], scale));
  for (const row of rows) {
    const height = heightOfRow(row, scale);
    reserve(flow, height);
    let x = left;
    for (const banner of row) {
      drawBanner(flow, banner, { x, scale, bottom: flow.y + height - figuresHeight, lang });
      x += widthOfBanner(banner, scale) + gap;
    }
    flow.y += height + 8;
  }
}

const widthOfBanner = (banner: PrintedBanner, scale: number): number => Math.max(minWidth, banner.width * scale);
const heightOfRow = (row: PrintedBanner[], scale: number): number =>
  Math.max(0, ...row.map(({ height }) => height * scale)) + figuresHeight;

function rowsOf(banners: PrintedBanner[], scale: number): PrintedBanner[][] {
  const rows: PrintedBanner[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const banner of banners) {
    const own = widthOfBanner(banner, scale);
    if (used + gap + own > width) {
      rows.push([]);
      used = -gap;
    }
    rows.at(-1)?.push(banner);
    used += gap + own;
  }
  return rows;
}

type Place = {
  x: number;
  scale: number /** The lower edge of all pictures of the row. */;
  bottom: number;
  lang: PrintedReport["lang"];
};

function drawBanner(flow: Flow, banner: PrintedBanner, { x, scale, bottom, lang }: Place): void {
  const { doc } = flow;
  const { name, picture, row } = banner;
  const size = { width: banner.width * scale, height: banner.height * scale };
  const top = bottom - size.height;
  element(flow, "Figure", () => void doc.image(Buffer.from(picture ?? []), x, top, size), {
    alt: t(lang, "pdf.bannerPicture", { size: name }),
  });
  drawArtifact(doc, () => void doc.rect(x, top, size.width, size.height).lineWidth(0.5).strokeColor(hairline).stroke());
  const inner = { width: widthOfBanner(banner, scale), lineGap: 1.5 };
  const lines = [
    `${formatCount(row.impressions)} ${t(lang, "pdf.impressions")}`,
    ...(row.impressions === 0
      ? []
      : [
          `${formatViewability(row)} ${t(lang, "pdf.column.visibility")}`,
          `${formatRate(row.ctr, 2)} ${t(lang, "pdf.ctr")}`,
        ]),
    ...(row.conversions === null ? [] : [`${formatCount(row.conversions)} ${t(lang, "pdf.conversions")}`]),
  ];
  let y = paragraph(flow, name, x, bottom + 6, { font: "strong", size: 8.5 }, inner);
  for (const line of lines) y = paragraph(flow, line, x, y, { size: 8, color: inkSecondary }, inner);
}
