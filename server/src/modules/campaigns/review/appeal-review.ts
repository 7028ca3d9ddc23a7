import type { CampaignReview } from "@litfass/contract/campaigns/review";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { conflict } from "@litfass/platform/problem";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { mayAppeal, presentCampaignReview } from "./present-review.ts";
import { findLastReview, insertReview } from "./review-sql.ts";

/** Requests a second review of rejected creatives, once. 409 if nothing was rejected, or the appeal was. */
export const appealReview = command({
  name: "campaigns.appeal_review",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number; text: string }>): Promise<CampaignReview> {
    const { tx, clock, lang } = ctx;
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    const last = await findLastReview(tx, row.id);
    if (!last || !mayAppeal(row, last)) throw conflict("nothing_to_appeal", "review.nothing_to_appeal");
    await insertReview(tx, {
      campaignId: row.id,
      ownerUid: row.ownerUid,
      creatives: last.creatives,
      destinationUrl: row.destinationUrl ?? last.destinationUrl,
      impressionTrackers: row.impressionTrackers,
      verificationScripts: row.verificationScripts,
      kind: "appeal",
      status: "pending",
      appeal: input.text,
      submittedAt: clock.now(),
    });
    await auditCampaign(ctx, {
      before: row,
      after: row,
      more: [
        { field: "review", before: "rejected", after: "pending" },
        { field: "appeal", before: null, after: input.text },
      ],
    });
    return presentCampaignReview(tx, row, lang);
  },
});
