import type { CampaignReview } from "@litfass/contract/campaigns/review";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { conflict, invalid } from "@litfass/platform/problem";
import type { CommandContext } from "../campaign-context.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { readinessOf } from "../lifecycle/campaign-readiness.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { isStarted } from "../settings/plan-budget-change.ts";
import type { CampaignRow, ChangedField } from "../tables.ts";
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
    const { tx, lang } = ctx;
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    if (!isStarted(row)) throw conflict("campaign_not_started", "campaign.not_started");
    const { after, review } = await applySubmission(ctx, row);
    await auditCampaign(ctx, { before: row, after, more: [review] });
    return presentCampaignReview(tx, after, lang);
  },
});

/**
 * Submits the present creatives of a locked, started campaign; the calling command writes the audit entry.
 * @throws 422 if a creative is incomplete
 */
export async function applySubmission(
  ctx: CommandContext,
  row: CampaignRow,
): Promise<{ after: CampaignRow; review: ChangedField }> {
  const { tx, clock, lang } = ctx;
  const now = clock.now();
  const issues = await readinessOf(tx, row, now, lang);
  const ofCreatives = issues.filter(({ step }) => step === "template" || step === "customise");
  if (ofCreatives.length > 0) throw invalid({ campaign: ofCreatives.map(({ message }) => message) });
  const { status } = await submitForReview(ctx, row, "change", now);
  const after = await updateCampaignRow(tx, row, {}, now);
  await publish(tx, after);
  return { after, review: { field: "review", before: null, after: status } };
}
