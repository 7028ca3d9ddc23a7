import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import { actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { conflict, notFound } from "@litfass/platform/problem";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { type ReviewMailJob, reviewMailJob } from "./review-mail.ts";
import { findApproved, replaceApproved, updateDecision } from "./review-sql.ts";

/**
 * Withdraws the approval of a campaign's ads, which stop within two seconds: part of a command of staff. The advertiser
 * gets the reasons by mail and may change the ads or appeal, as after any rejection. Files may be shared with other
 * campaigns, so they stay published. 409 for a campaign without approved ads.
 */
export async function withdrawApproval(
  ctx: CommandContext,
  { id, reasons, note }: { id: number; reasons: ReviewReason[]; note: string | null },
): Promise<void> {
  const { tx, clock } = ctx;
  const now = clock.now();
  const campaign = await lockCampaignRowById(tx, id);
  if (!campaign) throw notFound();
  const approved = await findApproved(tx, id);
  if (!approved) throw conflict("nothing_approved", "review.nothing_approved");
  // Earlier approved submissions would be shown instead.
  await replaceApproved(tx, id, approved.id);
  const decision = {
    status: "rejected" as const,
    decidedBy: actorUid(ctx.actor),
    reasons: [...new Set(reasons)],
    note,
  };
  const rejected = await updateDecision(tx, approved.id, decision, now);
  await publish(tx, await updateCampaignRow(tx, campaign, {}, now));
  await ctx.audit.record({
    subjectUid: campaign.ownerUid,
    subject: { type: "campaign", id: String(id) },
    action: "creatives_rejected",
    changes: [],
    details: { campaign: { id, name: campaign.name }, description: rejected.reasons.join(", ") },
  });
  const mail: ReviewMailJob = { review: rejected.id, isWithdrawn: true };
  await ctx.jobs.send(reviewMailJob, mail, { singletonKey: `${rejected.id} withdrawn` });
}
