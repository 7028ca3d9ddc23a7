import type { ConversionWindow } from "@litfass/contract/campaigns/conversion-tracking";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange, requireNoBulkTemplate } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordChange } from "../history/record-change.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import type { CampaignRow } from "../tables.ts";

type Input = { id: number; measures_conversions: boolean; conversion_window_days: ConversionWindow };

/**
 * Switches the measurement of conversions, in any status: also for orders after the last ad. Nothing that was approved
 * changes, so there is no review. 409 for a bulk template.
 */
export const changeConversionTracking = command({
  name: "campaigns.change_conversion_tracking",
  errors: ["not_found", "conflict"],
  async run({ ctx, input }: CommandCall<Input>): Promise<CampaignRow> {
    const { tx, clock } = ctx;
    const row = await getCampaignForChange(tx, callerOf(ctx.actor), input.id);
    requireNoBulkTemplate(row);
    const { measures_conversions: measuresConversions, conversion_window_days: conversionWindowDays } = input;
    const isSame = measuresConversions === row.measuresConversions && conversionWindowDays === row.conversionWindowDays;
    const saved = isSame
      ? row
      : await updateCampaignRow(tx, row, { measuresConversions, conversionWindowDays }, clock.now());
    await recordChange(ctx, row, saved);
    if (!isSame && saved.status === "ACTIVE") await publish(tx, saved);
    await auditCampaign(ctx, { before: row, after: saved });
    return saved;
  },
});
