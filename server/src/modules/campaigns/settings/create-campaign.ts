import type { Campaign, campaignEndpoints } from "@litfass/contract/campaigns/campaigns";
import { microsOfMinor } from "@litfass/contract/kernel/money";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { z } from "zod";
import { currencyOf, findUser } from "../../users/index.ts";
import { insertCampaignRow } from "../campaign-sql.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { presentCampaign } from "../present-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { findTemplateFor } from "../templates/find-template.ts";
import { checkSettings } from "./check-settings.ts";

export type NewCampaign = z.output<NonNullable<typeof campaignEndpoints.createCampaign.body>>;

/** Creates a draft owned by the caller. */
export const createCampaign = command({
  name: "campaigns.create_campaign",
  errors: [],
  async run({ ctx, input }: CommandCall<NewCampaign>): Promise<Campaign> {
    const row = await insertDraft(ctx, input);
    await auditCampaign(ctx, { before: null, after: row, more: [{ field: "name", before: null, after: row.name }] });
    return presentCampaign(ctx.tx, row, ctx.clock.now(), ctx.lang);
  },
});

/**
 * Inserts a draft of the caller, in the currency of the caller's country (CONST-003) and with the line of business of
 * the account. A template provides defaults; fields in `input` win. The calling command writes the audit entry.
 */
export async function insertDraft(
  ctx: CommandContext,
  input: NewCampaign,
  { isBulkTemplate = false } = {},
): Promise<CampaignRow> {
  const { tx, clock } = ctx;
  const caller = callerOf(ctx.actor);
  const now = clock.now();
  const { template_id, ...given } = input;
  await checkSettings(tx, caller, given, null, now);
  const template = template_id === undefined ? null : await findTemplateFor(tx, caller, template_id);
  const owner = await findUser(tx, caller.uid);
  // Customers of a bulk campaign have lines of business of their own.
  const ownLine = owner?.lineOfBusiness ?? null;
  const { total_budget, ...settings } = { ...template?.settings, ...given };
  const row = await insertCampaignRow(tx, {
    ownerUid: caller.uid,
    name: settings.name,
    type: settings.type ?? "display",
    categories: settings.categories ?? [],
    lineOfBusiness: settings.line_of_business ?? (isBulkTemplate ? null : ownLine),
    language: settings.language ?? null,
    strategy: settings.strategy ?? "awareness",
    pacing: settings.pacing ?? "even",
    targeting: settings.targeting ?? {},
    feedUrl: settings.feed_url ?? null,
    totalBudgetMicros: total_budget == null ? null : microsOfMinor(total_budget),
    startOn: settings.start_on ?? null,
    endOn: settings.end_on ?? null,
    destinationUrl: settings.destination_url ?? null,
    impressionTrackers: settings.impression_trackers ?? [],
    verificationScripts: settings.verification_scripts ?? [],
    currency: currencyOf(owner),
    isBulkTemplate,
    createdAt: now,
    updatedAt: now,
  });
  if (template) {
    const origin = { field: "template", before: null, after: template.name };
    await recordAction(ctx, "from_template", row.id, [origin]);
  } else await recordAction(ctx, "created", row.id);
  return row;
}
