import type { CommandContext } from "@litfass/platform/command/command";
import { updateCampaignRow } from "../campaign-sql.ts";
import { changedFields } from "../history/campaign-fields.ts";
import { recordAction } from "../history/record-change.ts";
import type { CampaignRow } from "../tables.ts";
import { publish } from "./publish-campaign.ts";

export type EndReason = NonNullable<CampaignRow["endedReason"]>;

/**
 * Ends a locked campaign and withdraws it from delivery; the calling command writes the audit entry. The rest of the
 * reservation is released once no ad server holds a lease, because late impressions may still arrive.
 */
export async function endCampaign(ctx: CommandContext, row: CampaignRow, reason: EndReason): Promise<CampaignRow> {
  const now = ctx.clock.now();
  const ended = await updateCampaignRow(ctx.tx, row, { status: "ENDED", endedAt: now, endedReason: reason }, now);
  await recordAction(ctx, "ended", row.id, changedFields(row, ended));
  await publish(ctx.tx, ended);
  return ended;
}
