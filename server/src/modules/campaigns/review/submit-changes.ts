import type { CampaignReview } from "@litfass/contract/campaigns/review";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { conflict, invalid } from "@litfass/platform/problem";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { readinessOf } from "../lifecycle/campaign-readiness.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { presentCampaignReview } from "./present-review.ts";
import { submitForReview } from "./submit-for-review.ts";

/**
 * Submits the changed creatives of a started campaign. The approved ones keep running until these are approved too.
 * 409 for a campaign that has not started or has ended, 422 if a creative is incomplete.
 */
export const submitChanges = command({
  name: "campaigns.submit_changes",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number }, CommandServices>): Promise<CampaignReview> {
    const { tx, clock, lang } = ctx;
    const now = clock.now();
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    if (row.status !== "ACTIVE" && row.status !== "PAUSED") {
      throw conflict("campaign_not_started", "campaign.not_started");
    }
    const issues = await readinessOf(tx, row, now, lang);
    const ofCreatives = issues.filter(({ step }) => step === "template" || step === "customise");
    if (ofCreatives.length > 0) throw invalid({ campaign: ofCreatives.map(({ message }) => message) });
    const review = await submitForReview(ctx, row, "change", now);
    const changed = await updateCampaignRow(tx, row, {}, now);
    await publish(tx, changed);
    await auditCampaign(ctx, {
      before: row,
      after: changed,
      more: [{ field: "review", before: null, after: review.status }],
    });
    return presentCampaignReview(tx, changed, lang);
  },
});
