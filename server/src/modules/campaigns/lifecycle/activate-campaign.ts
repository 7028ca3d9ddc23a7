import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { actorUid, callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandServices, command } from "@litfass/platform/command/command";
import { conflict, invalid } from "@litfass/platform/problem";
import { checkExpected, reserveBudget } from "../../billing/index.ts";
import { declareFirstLine } from "../../users/index.ts";
import type { CommandContext } from "../campaign-context.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange, requireNoBulkTemplate } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { changedFields } from "../history/campaign-fields.ts";
import { recordAction } from "../history/record-change.ts";
import { lineOfBusinessOf } from "../line-of-business.ts";
import { startedMailJob } from "../notices/notice-mails.ts";
import { presentCampaign } from "../present-campaign.ts";
import { findCpm } from "../price.ts";
import { submitForReview } from "../review/submit-for-review.ts";
import type { CampaignRow } from "../tables.ts";
import { readinessOf } from "./campaign-readiness.ts";
import { publish } from "./publish-campaign.ts";

/**
 * Starts a draft. A running campaign is returned unchanged, so that a repeated call is safe. @throws 409 if a thousand
 * impressions do not cost what the caller was shown.
 */
export const activateCampaign = command({
  name: "campaigns.activate_campaign",
  errors: ["not_found", "conflict"],
  async run({
    ctx,
    input,
  }: CommandCall<{ id: number; expectedCpm?: number | undefined }, CommandServices>): Promise<Campaign> {
    const { tx, clock, lang } = ctx;
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    if (row.status === "ACTIVE") {
      ctx.audit.unchanged("the campaign runs already");
      return presentCampaign(tx, row, clock.now(), lang);
    }
    if (row.status !== "DRAFT") throw conflict("campaign_not_draft", "campaign.not_draft");
    requireNoBulkTemplate(row);
    const issues = await readinessOf(tx, row, clock.now(), lang);
    if (issues.length > 0) throw invalid({ campaign: issues.map(({ message }) => message) });
    const cpmMinor = await findCpm(tx, row, clock.now());
    checkExpected(input.expectedCpm, microsOfMinor(cpmMinor), row.currency, "price.cpm_changed");
    const started = await startDraft(ctx, row);
    await auditCampaign(ctx, { before: row, after: started });
    return presentCampaign(tx, started, clock.now(), lang);
  },
});

/**
 * Starts a locked draft that is ready: reserves the budget in the ledger, submits the creatives for review, publishes
 * to delivery and tells the owner by mail. The calling command writes the audit entry. @throws 422 at `total_budget` if
 * the balance is too low.
 */
export async function startDraft(ctx: CommandContext, row: CampaignRow): Promise<CampaignRow> {
  const { tx, clock } = ctx;
  const now = clock.now();
  await reserveBudget(tx, {
    campaignId: row.id,
    ownerUid: row.ownerUid,
    currency: row.currency,
    amountMicros: row.totalBudgetMicros ?? 0n,
    description: row.name,
    key: `campaign:${row.id}:reserve`,
  });
  // From now on other topics change where it is shown, not what it declares and what was reviewed.
  const lineOfBusiness = lineOfBusinessOf(row);
  if (lineOfBusiness !== null) await declareFirstLine(ctx, row.ownerUid, lineOfBusiness);
  // What was sold keeps its price, whatever the price list says later.
  const cpmMinor = await findCpm(tx, row, now);
  const columns = { status: "ACTIVE", activatedAt: now, lineOfBusiness, cpmMinor } as const;
  const started = await updateCampaignRow(tx, row, columns, now);
  await recordAction(ctx, "activated", row.id, changedFields(row, started));
  await submitForReview(ctx, started, "start", now);
  await publish(tx, started);
  await ctx.jobs.send(startedMailJob, { campaign: row.id, startedBy: actorUid(ctx.actor) });
  return started;
}
