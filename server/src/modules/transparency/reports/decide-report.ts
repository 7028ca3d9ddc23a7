import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { AdReport } from "@litfass/contract/transparency/ad-reports";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { withdrawApproval } from "../../campaigns/index.ts";
import { presentReport } from "./present-reports.ts";
import { type ReportMailJob, reportMailJob } from "./report-mail-job.ts";
import { findAdReport, lockAdReport, updateAdReport } from "./report-sql.ts";

export type ReportDecision =
  | { kind: "dismiss"; note: string }
  | { kind: "ask"; note: string }
  | { kind: "restrict"; note: string; reasons: ReviewReason[] };

const statuses = { dismiss: "dismissed", ask: "asked", restrict: "restricted" } as const;

/**
 * Decides on a reported ad: leaves it running, asks the advertiser, or withdraws the campaign's approval, for which the
 * advertiser gets a statement of reasons (Digital Services Act, article 17). 404 for an unknown report, 409 for one that
 * is decided and for a campaign without approved ads.
 */
export const decideAdReport = command({
  name: "transparency.decide_report",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number; decision: ReportDecision }>): Promise<AdReport> {
    const { tx, clock } = ctx;
    const { id, decision } = input;
    const report = await lockAdReport(tx, id);
    if (report === null) throw notFound();
    if (report.decidedAt !== null) throw conflict("report_decided", "report.decided");
    const isFinal = decision.kind !== "ask";
    if (decision.kind === "restrict") {
      await withdrawApproval(ctx, { id: report.campaignId, reasons: decision.reasons, note: decision.note || null });
    }
    await updateAdReport(tx, id, {
      status: statuses[decision.kind],
      note: decision.note || null,
      decidedAt: isFinal ? clock.now() : null,
      decidedBy: isFinal ? actorUid(ctx.actor) : null,
    });
    await ctx.audit.record({
      subject: { type: "ad_report", id: String(id) },
      changes: [{ field: "status", before: report.status, after: statuses[decision.kind] }],
      details: {
        campaign: { id: report.campaignId, name: report.campaignName },
        ...(decision.note ? { description: decision.note } : {}),
      },
    });
    const about: ReportMailJob["about"] = isFinal ? "decided" : "question";
    await ctx.jobs.send(reportMailJob, { id, about } satisfies ReportMailJob);
    const after = await findAdReport(tx, id);
    if (after === null) throw notFound();
    return presentReport(tx, after);
  },
});
