import { type Doc, heightOf, inkSecondary, left, type Style, width } from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawHeading } from "./draw-heading.ts";
import { formatCount } from "./printed-format.ts";
import type { PrintedReport } from "./printed-report.ts";

const labelWidth = 110;
const gap = 6;
const style: Style = { size: 8.5, color: inkSecondary };
const labelStyle: Style = { font: "strong", size: 8.5 };
const labelFits = { width: labelWidth - 12 };
const meaningFits = { width: width - labelWidth };

/** What each figure means, and what is not in them; together on a page. */
export function drawMeanings(flow: Flow, report: PrintedReport): void {
  const { doc } = flow;
  const meanings = meaningsOf(report).map(([label, meaning]) => ({
    label,
    meaning,
    height: heightOfMeaning(doc, label, meaning),
  }));
  drawHeading(
    flow,
    t(report.lang, "pdf.meanings"),
    meanings.reduce((sum, { height }) => sum + height, 0),
  );
  for (const { label, meaning, height } of meanings) {
    paragraph(flow, label, left, flow.y, labelStyle, labelFits);
    paragraph(flow, meaning, left + labelWidth, flow.y, style, meaningFits);
    flow.y += height;
  }
}

const heightOfMeaning = (doc: Doc, label: string, meaning: string): number =>
  Math.max(heightOf(doc, meaning, style, meaningFits), heightOf(doc, label, labelStyle, labelFits)) + gap;

function meaningsOf({ lang, totals, showsCosts, reach, campaigns }: PrintedReport): [label: string, meaning: string][] {
  const invalid = t(lang, "pdf.means.invalid", {
    impressions: formatCount(totals.invalid_impressions),
    clicks: formatCount(totals.invalid_clicks),
  });
  return [
    [t(lang, "pdf.impressions"), t(lang, "pdf.means.impressions")],
    [t(lang, "pdf.visibility"), t(lang, "pdf.means.visibility")],
    [t(lang, "pdf.clicks"), t(lang, "pdf.means.clicks")],
    [t(lang, "pdf.ctr"), t(lang, "pdf.means.ctr")],
    ...(totals.conversions === null
      ? []
      : ([[t(lang, "pdf.conversions"), t(lang, "pdf.means.conversions")]] satisfies [string, string][])),
    ...(showsCosts
      ? ([
          [t(lang, "pdf.spend"), t(lang, "pdf.means.spend")],
          campaigns === null
            ? [t(lang, "pdf.remainingOfOne"), t(lang, "pdf.means.remainingOfOne")]
            : [t(lang, "pdf.remaining"), t(lang, "pdf.means.remaining")],
        ] satisfies [string, string][])
      : []),
    ...(reach === null ? [] : ([[t(lang, "pdf.reach"), t(lang, "pdf.means.reach")]] satisfies [string, string][])),
    [t(lang, "pdf.invalid"), invalid],
  ];
}
