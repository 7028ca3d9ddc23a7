import type { Review } from "@litfass/contract/campaigns/review";
import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import { actorUid } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { filesOfNative, releaseAdFiles } from "../../creatives/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { presentReview } from "./present-review.ts";
import { reviewMailJob } from "./review-mail.ts";
import { lockReview, updateDecision } from "./review-sql.ts";
import type { ReviewRow } from "./review-tables.ts";

type Input = { id: number; decision: { approve: true } | { approve: false; reasons: ReviewReason[]; note: string } };

/**
 * Approves or rejects a pending submission. Approved creatives run within two seconds; the advertiser gets a mail in
 * both cases. 404 for an unknown submission, 409 for one that is no longer pending.
 */
export const decideReview = command({
  name: "campaigns.decide_review",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, decision } }: CommandCall<Input>): Promise<Review> {
    const { tx, clock, lang } = ctx;
    const now = clock.now();
    const review = await lockReview(tx, id);
    const campaign = review && (await lockCampaignRowById(tx, review.campaignId));
    if (!review || !campaign) throw notFound();
    if (review.status !== "pending") throw conflict("review_decided", "review.decided");
    const decided = await updateDecision(
      tx,
      id,
      {
        status: decision.approve ? "approved" : "rejected",
        decidedBy: actorUid(ctx.actor),
        reasons: decision.approve ? [] : [...new Set(decision.reasons)],
        note: decision.approve ? null : decision.note || null,
      },
      now,
    );
    if (decision.approve) await release(tx, decided, campaign, now);
    await ctx.audit.record({
      subjectUid: campaign.ownerUid,
      subject: { type: "campaign", id: String(campaign.id) },
      action: decision.approve ? "creatives_approved" : "creatives_rejected",
      changes: [],
      details: {
        campaign: { id: campaign.id, name: campaign.name },
        ...(decision.approve ? {} : { description: decided.reasons.join(", ") }),
      },
    });
    await ctx.jobs.send(reviewMailJob, { review: id }, { singletonKey: String(id) });
    const { name, type, categories, lineOfBusiness } = campaign;
    return presentReview(tx, { ...decided, name, type, categories, lineOfBusiness }, lang);
  },
});

async function release(tx: WriteTransaction, review: ReviewRow, campaign: CampaignRow, now: Date): Promise<void> {
  await releaseAdFiles(
    tx,
    review.creatives.flatMap(({ fileHash, native }) => [fileHash, ...filesOfNative(native)]),
  );
  if (campaign.status === "ACTIVE") await publish(tx, await updateCampaignRow(tx, campaign, {}, now));
}
