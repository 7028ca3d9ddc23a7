import { moneyText } from "@litfass/contract/kernel/money";
import { drawArtifact, inkSecondary, left, width } from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph } from "@litfass/platform/pdf/tagged-pdf";
import { t } from "../texts.ts";
import { colors } from "./draw-columns.ts";
import { drawHeading } from "./draw-heading.ts";
import type { PrintedReport } from "./printed-report.ts";

const barHeight = 9;

/** How much of the campaign's budget is used by now, and how much even spending would have used. */
export function drawPlan(flow: Flow, { lang, plan, isRunning }: PrintedReport): void {
  if (plan === null) return;
  const { doc } = flow;
  const { budget, effective_budget, planned_budget, currency } = plan;
  const money = (minor: number): string => moneyText(minor, currency);
  const share = (minor: number): number => (budget === 0 ? 0 : Math.min(1, minor / budget) * width);
  drawHeading(flow, t(lang, "pdf.plan"), 50);
  const top = flow.y;
  drawArtifact(doc, () => {
    doc.roundedRect(left, top, width, barHeight, 3).fill(colors.rest);
    if (share(effective_budget) > 6)
      doc.roundedRect(left, top, share(effective_budget), barHeight, 3).fill(colors.main);
    if (isRunning) doc.rect(left + share(planned_budget) - 1, top - 3, 2, barHeight + 6).fill(colors.mark);
  });
  const used = t(lang, "pdf.plan.used", { used: money(effective_budget), budget: money(budget) });
  const planned = t(lang, "pdf.plan.now", { amount: money(planned_budget) });
  flow.y = top + barHeight + 8;
  paragraph(flow, used, left, flow.y, { font: "strong", size: 9 }, { width: width / 2 });
  if (isRunning) {
    const fits = { width: width / 2, align: "right" } as const;
    paragraph(flow, planned, left + width / 2, flow.y, { size: 9, color: inkSecondary }, fits);
  }
  flow.y += 14;
}
