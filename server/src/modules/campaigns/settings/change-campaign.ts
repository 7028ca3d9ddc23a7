import type { Campaign, CampaignChange, CampaignStatus } from "@litfass/contract/campaigns/campaigns";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { Problem } from "@litfass/platform/problem";
import { allowedStatuses, mayChange } from "../campaign.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { hostOf } from "../destination.ts";
import { getCampaignForChange, requireNoBulkTemplate } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { changedFields } from "../history/campaign-fields.ts";
import { recordAction, recordChange } from "../history/record-change.ts";
import { endCampaign } from "../lifecycle/end-campaign.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { presentCampaign } from "../present-campaign.ts";
import { submitNewSettings } from "../review/submit-for-review.ts";
import type { CampaignRow } from "../tables.ts";
import { t } from "../texts.ts";
import { changeBudget } from "./change-budget.ts";
import { checkChange, valuesOf } from "./check-change.ts";
import { changedTrackers } from "./check-trackers.ts";
import { isStarted } from "./plan-budget-change.ts";

type Input = { id: number; change: CampaignChange };

/**
 * Saves what is given, and changes the status where the transition table allows it (STATE-007). Another budget of a started
 * campaign is reserved or returned at once. Settings that it can no longer change answer 409 with their names; delivery
 * learns of every change of a running one.
 */
export const changeCampaign = command({
  name: "campaigns.change_campaign",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Input>): Promise<Campaign> {
    const before = await getCampaignForChange(ctx.tx, callerOf(ctx.actor), input.id);
    const after = await applyChange(ctx, before, input.change);
    await auditCampaign(ctx, { before, after });
    return presentCampaign(ctx.tx, after, ctx.clock.now(), ctx.lang);
  },
});

/** Changes a locked campaign; the calling command writes the audit entry. */
export async function applyChange(
  ctx: CommandContext,
  row: CampaignRow,
  { status, ...settings }: CampaignChange,
): Promise<CampaignRow> {
  const { tx, clock } = ctx;
  await checkChange(tx, callerOf(ctx.actor), row, settings, { now: clock.now(), lang: ctx.lang });
  const { total_budget, end_on } = settings;
  if (isStarted(row) && (total_budget !== undefined || end_on !== undefined)) {
    await changeBudget(ctx, row, { total_budget, end_on });
  }
  const saved =
    Object.keys(settings).length > 0 ? await updateCampaignRow(tx, row, valuesOf(settings), clock.now()) : row;
  await recordChange(ctx, row, saved);
  const isNewHost = hostOf(saved.destinationUrl) !== hostOf(row.destinationUrl);
  if (isStarted(row) && (isNewHost || changedTrackers(settings, row).length > 0)) {
    await submitNewSettings(tx, saved, { isNewHost }, clock.now());
  }
  if (status && status !== row.status) {
    requireNoBulkTemplate(row);
    return changeStatus(ctx, saved, status);
  }
  if (row.status === "ACTIVE") await publish(tx, saved, clock.now());
  return saved;
}

async function changeStatus(ctx: CommandContext, row: CampaignRow, status: CampaignStatus): Promise<CampaignRow> {
  // Drafts are started by a separate command, which reserves the budget.
  const isStart = row.status === "DRAFT" && status === "ACTIVE";
  if (isStart || !mayChange(row.status, status)) throw statusRefused(ctx, row.status);
  if (status === "ENDED") return endCampaign(ctx, row, "by_hand");
  if (status === "ARCHIVED") return archiveCampaign(ctx, row);
  const changed = await updateCampaignRow(ctx.tx, row, { status }, ctx.clock.now());
  await recordAction(ctx, "status", row.id, changedFields(row, changed));
  await publish(ctx.tx, changed);
  return changed;
}

function statusRefused({ lang }: CommandContext, from: CampaignStatus): Problem {
  const allowed = allowedStatuses(from).map((each) => t(lang, `status.${each}`));
  return new Problem("conflict", {
    code: "status_change_refused",
    message: allowed.length > 0 ? "campaign.status_refused" : "campaign.status_final",
    values: { status: t(lang, `status.${from}`), allowed: allowed.join(", ") },
  });
}

/** Archives a campaign if the table allows it; a paused one ends first, so that its reservation is released. */
export async function archiveCampaign(ctx: CommandContext, row: CampaignRow): Promise<CampaignRow> {
  const ended = row.status === "PAUSED" ? await endCampaign(ctx, row, "by_hand") : row;
  const archived = await updateCampaignRow(ctx.tx, ended, { status: "ARCHIVED" }, ctx.clock.now());
  await recordAction(ctx, "archived", row.id, changedFields(ended, archived));
  await publish(ctx.tx, archived);
  return archived;
}
