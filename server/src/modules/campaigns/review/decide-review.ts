import type { ReviewReason } from "@litfass/contract/campaigns/review-reasons";
import type { Caller } from "@litfass/contract/kernel/roles";
import { recordAudit } from "@litfass/platform/audit/audit";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { releaseAdFiles } from "../../creatives/index.ts";
import { campaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { reviewMailJob } from "./review-mail.ts";
import { decideReview, lockReview } from "./review-sql.ts";
import type { ReviewRow } from "./review-tables.ts";

export type Decision = { approve: true } | { approve: false; reasons: ReviewReason[]; note: string };

/**
 * Approves or rejects what waits. Approved banners run within two seconds; either way the advertiser gets a mail, and the
 * audit log an entry. @throws 404, or 409 where it does not wait any more.
 */
export async function decide(platform: Platform, caller: Caller, id: number, decision: Decision): Promise<ReviewRow> {
  const { db, clock, jobs } = platform;
  const now = clock.now();
  return db.transaction(async (tx) => {
    const review = await lockReview(tx, id);
    const campaign = review && (await campaignRowById(tx, review.campaignId, "for update"));
    if (!review || !campaign) throw notFound();
    if (review.status !== "pending") throw conflict("review_decided");
    const decided = await decideReview(
      tx,
      id,
      {
        status: decision.approve ? "approved" : "rejected",
        decidedBy: caller.uid,
        reasons: decision.approve ? [] : [...new Set(decision.reasons)],
        note: decision.approve ? null : decision.note || null,
      },
      now,
    );
    if (decision.approve) await release(tx, decided, campaign, now);
    await recordAudit(tx, {
      at: now,
      actorUid: caller.uid,
      subjectUid: campaign.ownerUid,
      action: decision.approve ? "creatives_approved" : "creatives_rejected",
      details: {
        campaign: { id: campaign.id, name: campaign.name },
        ...(decision.approve ? {} : { description: decided.reasons.join(", ") }),
      },
    });
    await jobs.send(reviewMailJob, { review: id }, { tx, singletonKey: String(id) });
    return decided;
  });
}

async function release(tx: Transaction, review: ReviewRow, campaign: CampaignRow, now: Date): Promise<void> {
  await releaseAdFiles(
    tx,
    review.creatives.map(({ fileHash }) => fileHash),
  );
  if (campaign.status === "ACTIVE") await publish(tx, await updateCampaignRow(tx, campaign.id, {}, now));
}
