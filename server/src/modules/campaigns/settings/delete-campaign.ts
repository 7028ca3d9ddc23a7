import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { invalid } from "@litfass/platform/problem";
import { removeOwnBanners } from "../../creatives/index.ts";
import { deletionOf } from "../campaign.ts";
import { deleteDraftRow } from "../campaign-sql.ts";
import { getCampaignForChange, requireNoBulkTemplate } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { presentCampaign } from "../present-campaign.ts";
import type { CampaignRow } from "../tables.ts";
import { archiveCampaign } from "./change-campaign.ts";

/** Removes a draft, archives a started campaign, rejects an active one with 422 (STATE-012). */
export const deleteCampaign = command({
  name: "campaigns.delete_campaign",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<{ id: number }>): Promise<{ removed: boolean; campaign: Campaign | null }> {
    const { tx, clock, lang } = ctx;
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    requireNoBulkTemplate(row);
    const deletion = deletionOf(row.status);
    if (deletion === "refuse") throw invalid({ status: ["campaign.delete_active"] });
    if (deletion === "remove") return { removed: await deleteDraft(ctx, row), campaign: null };
    const after = deletion === "archive" ? await archiveCampaign(ctx, row) : row;
    await auditCampaign(ctx, { before: row, after });
    return { removed: false, campaign: await presentCampaign(tx, after, clock.now(), lang) };
  },
});

async function deleteDraft(ctx: CommandContext, row: CampaignRow): Promise<boolean> {
  await auditCampaign(ctx, { before: row, after: null });
  await removeOwnBanners(ctx.tx, row.id);
  return deleteDraftRow(ctx.tx, row);
}
