import { createPdf, drawPageNumbers, inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { isTransliterated } from "@litfass/platform/pdf/printable-text";
import { drawTagged, type Flow, paragraph, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawBanners } from "./draw-banners.ts";
import { drawDays, drawDayTable } from "./draw-days.ts";
import { drawFunnel } from "./draw-funnel.ts";
import { drawHead } from "./draw-head.ts";
import { drawHeading } from "./draw-heading.ts";
import { drawHours } from "./draw-hours.ts";
import { drawMeanings } from "./draw-meanings.ts";
import { drawPlan } from "./draw-plan.ts";
import { drawCampaigns, drawParts, drawPlaces, drawSites, drawVideo } from "./draw-tables.ts";
import { drawTiles } from "./draw-tiles.ts";
import type { PrintedReport } from "./printed-report.ts";

/** Renders a report as a tagged PDF: key figures and the course of the period first, then each breakdown. */
export function drawReport(report: PrintedReport): Promise<Buffer> {
  const { lang, title, letterhead, at } = report;
  return createPdf({ language: lang, title, author: letterhead.name, at, tagged: true }, (doc) => {
    drawTagged(doc, (flow) => {
      drawHead(flow, report);
      drawTiles(flow, report);
      drawPlan(flow, report);
      if (report.totals.impressions === 0) drawNothing(flow, report);
      else drawFigures(flow, report);
      drawMeanings(flow, report);
      if (namesOf(report).some(isTransliterated)) drawNote(flow, t(lang, "pdf.transliterated"));
    });
    drawPageNumbers(doc, `${title}, ${letterhead.name}`, (page, pages) => t(lang, "pdf.page", { page, pages }));
  });
}

function drawFigures(flow: Flow, report: PrintedReport): void {
  drawDays(flow, report);
  drawCampaigns(flow, report);
  drawBanners(flow, report);
  drawVideo(flow, report);
  drawFunnel(flow, report);
  drawSites(flow, report);
  drawPlaces(flow, report);
  drawParts(flow, report);
  drawHours(flow, report);
  drawDayTable(flow, report);
}

function drawNothing(flow: Flow, { lang }: PrintedReport): void {
  drawHeading(flow, t(lang, "pdf.nothing"), 20);
  drawNote(flow, t(lang, "pdf.nothingText"));
}

function drawNote(flow: Flow, text: string): void {
  reserve(flow, 30);
  flow.y = paragraph(flow, text, left, flow.y + 4, { color: inkSecondary }, { width });
}

const namesOf = ({ title, campaign, advertisers, only, campaigns, sites, cities }: PrintedReport): string[] => [
  title,
  campaign ?? "",
  ...advertisers,
  ...only,
  ...[campaigns, sites, cities].flatMap((table) => table?.rows.map(({ name }) => name) ?? []),
];
