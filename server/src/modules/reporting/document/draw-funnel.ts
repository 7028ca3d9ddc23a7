import { inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { drawHeading } from "./draw-heading.ts";
import { drawTable } from "./draw-table.ts";
import { formatCount, formatRate } from "./printed-format.ts";
import type { PrintedReport } from "./printed-report.ts";

/** From ad requests to viewable impressions: what remains after each step, on a logarithmic scale as on the screen. */
export function drawFunnel(flow: Flow, { lang, funnel }: PrintedReport): void {
  if (funnel === null || funnel.counted_from === null) return;
  const most = Math.max(1, ...funnel.steps.map(({ chances }) => chances));
  const rows = funnel.steps.map(({ step, chances }, at) => {
    const before = funnel.steps[at - 1]?.chances ?? chances;
    const lost = before === 0 ? 0 : 1 - chances / before;
    return { name: t(lang, `pdf.step.${step}`), chances, lost };
  });
  const title = t(lang, "pdf.funnel");
  drawHeading(flow, title, 80 + rows.length * 18);
  drawTable(flow, {
    caption: title,
    columns: [
      { header: t(lang, "pdf.step"), width: 190, cell: (row) => row.name },
      { header: "", width: width - 190 - 80 - 62, bar: (row) => Math.log1p(row.chances) / Math.log1p(most) },
      { header: t(lang, "pdf.chances"), width: 80, align: "right", cell: (row) => formatCount(row.chances) },
      {
        header: t(lang, "pdf.lost"),
        width: 62,
        align: "right",
        cell: (row) => (row.lost > 0 ? `-${formatRate(row.lost * 100)}` : ""),
      },
    ],
    rows,
  });
  flow.y = paragraph(flow, t(lang, "pdf.funnelNote"), left, flow.y + 6, { size: 8, color: inkSecondary }, { width });
}
