import { chooseCreatives, copyCreatives } from "../creatives/index.ts";
import { currencyOf, findUser } from "../users/index.ts";
import type { CommandContext } from "./campaign-context.ts";
import { insertCampaignRow, updateCampaignRow } from "./campaign-sql.ts";
import { copyFeed } from "./feed/feed-sql.ts";
import { auditCampaign } from "./history/audit-campaign.ts";
import { recordAction } from "./history/record-change.ts";
import { startDraft } from "./lifecycle/activate-campaign.ts";
import { readinessOf } from "./lifecycle/campaign-readiness.ts";
import { NotReady, type PlannedCampaign, targetingOf } from "./lifecycle/plan-readiness.ts";
import { lineForOwner } from "./line-of-business.ts";
import { insertDraft, type NewCampaign } from "./settings/create-campaign.ts";
import type { CampaignRow } from "./tables.ts";

/** A draft with the settings shared by the campaigns of a bulk campaign. It belongs to the caller and never runs. */
export const createBulkTemplate = (ctx: CommandContext, settings: NewCampaign): Promise<CampaignRow> =>
  insertDraft(ctx, settings, { isBulkTemplate: true });

export type BulkPlan = PlannedCampaign & {
  name: string;
  /** The creatives to show, all of one group. */
  creativeIds: string[];
  /** The bulk campaign's name, for the history. */
  origin: string;
};

/**
 * Creates a campaign for a customer from a bulk template (settings, texts, images, feed) and starts it with the same
 * readiness, reservation and review as any other. The caller has checked access to the customer.
 * @throws NotReady with every issue; the transaction is then aborted.
 */
export async function startFromBulkTemplate(
  ctx: CommandContext,
  template: CampaignRow,
  plan: BulkPlan,
): Promise<CampaignRow> {
  const { tx, clock, lang } = ctx;
  const draft = await insertPlanned(ctx, template, plan);
  const origin = { field: "bulk", before: null, after: plan.origin };
  await recordAction(ctx, "from_bulk", draft.id, [origin]);
  const issues = await readinessOf(tx, draft, clock.now(), lang);
  if (issues.length > 0) throw new NotReady(issues);
  const started = await startDraft(ctx, draft);
  await auditCampaign(ctx, { before: draft, after: started, more: [origin] });
  return started;
}

async function insertPlanned({ tx, clock }: CommandContext, template: CampaignRow, plan: BulkPlan) {
  const now = clock.now();
  const owner = await findUser(tx, plan.ownerUid);
  const draft = await insertCampaignRow(tx, {
    ownerUid: plan.ownerUid,
    name: plan.name,
    type: template.type,
    categories: template.categories,
    lineOfBusiness: lineForOwner(template, owner),
    language: template.language,
    strategy: template.strategy,
    pacing: template.pacing,
    targeting: targetingOf(template, plan),
    feedUrl: template.feedUrl,
    currency: currencyOf(owner),
    totalBudgetMicros: plan.budgetMicros,
    startOn: template.startOn,
    endOn: template.endOn,
    timeZone: template.timeZone,
    destinationUrl: plan.destinationUrl ?? template.destinationUrl,
    impressionTrackers: template.impressionTrackers,
    verificationScripts: template.verificationScripts,
    createdAt: now,
    updatedAt: now,
  });
  await copyCreatives(tx, template.id, draft.id);
  if (template.feedUrl !== null) await copyFeed(tx, template.id, draft.id);
  // A video needs no banner, and a spot only where a companion is wanted.
  if (template.type === "video" || (template.type === "audio" && plan.creativeIds.length === 0)) return draft;
  const creativeGroup = await chooseCreatives(tx, draft.id, plan.creativeIds);
  return updateCampaignRow(tx, draft, { creativeGroup }, now);
}
