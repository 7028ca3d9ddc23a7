import { formatMinor } from "@litfass/contract/kernel/money";
import { visibility } from "@litfass/contract/kernel/viewability";
import {
  type Doc,
  drawArtifact,
  inkCaption,
  inkSecondary,
  left,
  sunken,
  width,
  widthOf,
} from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { formatCount, formatMoney, formatRate, formatViewability } from "./printed-format.ts";
import type { PrintedReport } from "./printed-report.ts";

export type Tile = { label: string; value: string; detail: string };

const gap = 8;
const height = 74;
const padding = 11;
const maxValueSize = 17;

/** The key figures of the period, four or three in a row. */
export function drawTiles(flow: Flow, report: PrintedReport): void {
  const { doc } = flow;
  const tiles = tilesOf(report);
  const columns = tiles.length % 4 === 0 ? 4 : 3;
  const tileWidth = (width - (columns - 1) * gap) / columns;
  for (const [at, { label, value, detail }] of tiles.entries()) {
    const column = at % columns;
    if (column === 0) {
      if (at > 0) flow.y += height + gap;
      reserve(flow, height);
    }
    const x = left + column * (tileWidth + gap);
    drawArtifact(doc, () => void doc.roundedRect(x, flow.y, tileWidth, height, 5).fill(sunken));
    const inner = { width: tileWidth - 2 * padding, ellipsis: true };
    const start = x + padding;
    paragraph(flow, label, start, flow.y + 10, { size: 8, color: inkCaption }, { ...inner, height: 12 });
    const size = sizeOfValue(doc, value, inner.width);
    paragraph(flow, value, start, flow.y + 22 + (maxValueSize - size) / 2, { font: "display", size });
    const small = { ...inner, height: 24, lineGap: 1 };
    paragraph(flow, detail, start, flow.y + 46, { size: 7.5, color: inkSecondary }, small);
  }
  flow.y += height;
}

/** Long figures are smaller, never cut. */
const sizeOfValue = (doc: Doc, value: string, available: number): number => {
  const needed = widthOf(doc, value, { font: "display", size: maxValueSize });
  return needed <= available ? maxValueSize : (maxValueSize * available) / needed;
};

/** The key figures of a report, each with what it means. */
export function tilesOf({ lang, totals, reach, showsCosts, campaigns }: PrintedReport): Tile[] {
  const { impressions } = totals;
  const measured = t(lang, "pdf.tile.measured", { rate: formatRate(totals.measured_rate) });
  const guaranteed = t(lang, "pdf.tile.guaranteed", { percent: visibility.guaranteed });
  return [
    { label: t(lang, "pdf.impressions"), value: formatCount(impressions), detail: t(lang, "pdf.tile.impressions") },
    {
      label: t(lang, "pdf.visibility"),
      value: formatViewability(totals),
      detail: impressions > 0 ? `${guaranteed}\n${measured}` : guaranteed,
    },
    { label: t(lang, "pdf.clicks"), value: formatCount(totals.clicks), detail: t(lang, "pdf.tile.clicks") },
    {
      label: t(lang, "pdf.ctr"),
      value: impressions === 0 ? "–" : formatRate(totals.ctr, 2),
      detail: t(lang, "pdf.tile.ctr"),
    },
    ...(showsCosts ? moneyTiles(lang, totals, campaigns === null) : []),
    ...(reach === null
      ? []
      : [
          { label: t(lang, "pdf.reach"), value: formatCount(reach.reached), detail: t(lang, "pdf.tile.reach") },
          {
            label: t(lang, "pdf.frequency"),
            value: reach.reached === 0 ? "–" : reach.frequency.toFixed(2),
            detail: t(lang, "pdf.tile.frequency"),
          },
        ]),
  ];
}

/** Spend of the period and the rest of the budgets, as the dashboard shows them; other currencies in the detail. */
function moneyTiles(
  lang: PrintedReport["lang"],
  { spend, currency, budgets }: PrintedReport["totals"],
  isOfOne: boolean,
): Tile[] {
  const [budget, ...others] = budgets;
  if (!budget) return [];
  const besides = (key: "effective_budget" | "remaining_budget"): string =>
    others.length === 0
      ? ""
      : `\n${t(lang, "pdf.tile.besides", { amounts: others.map((each) => formatMoney(each[key], each.currency)).join(", ") })}`;
  const spent = spend ?? budget.effective_budget;
  return [
    {
      label: t(lang, "pdf.spend"),
      value: formatMinor(spent),
      detail: `${currency ?? budget.currency}${spend === null ? besides("effective_budget") : ""}`,
    },
    {
      label: t(lang, isOfOne ? "pdf.remainingOfOne" : "pdf.remaining"),
      value: formatMinor(budget.remaining_budget),
      detail: `${t(lang, "pdf.tile.budget", { amount: formatMoney(budget.budget, budget.currency) })}${besides("remaining_budget")}`,
    },
  ];
}
