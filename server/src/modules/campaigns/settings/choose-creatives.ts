import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, invalid, notFound } from "@litfass/platform/problem";
import { beginWithKit, chooseCreatives, chosenCreatives } from "../../creatives/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { presentCampaign } from "../present-campaign.ts";
import type { CampaignRow, ChangedField } from "../tables.ts";
import { isStarted } from "./plan-budget-change.ts";

type Input = { id: number; creativeIds: string[] };

/**
 * Stores the chosen creatives (API-CAMP-009). In a started campaign the delivered ones stay until the choice is
 * submitted and, if needed, approved. 409 once it has ended, 422 for an unknown id or none in a started campaign.
 */
export const chooseCampaignCreatives = command({
  name: "campaigns.choose_creatives",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, creativeIds } }: CommandCall<Input>): Promise<Campaign> {
    const row = await getCampaignForChange(ctx.tx, callerOf(ctx.actor), id);
    const { after, chosen } = await applyChoice(ctx, row, creativeIds);
    await auditCampaign(ctx, { before: row, after, more: [chosen] });
    return presentCampaign(ctx.tx, after, ctx.clock.now(), ctx.lang);
  },
});

/** Changes the chosen creatives of a locked campaign; the calling command writes the audit entry. */
export async function applyChoice(
  ctx: CommandContext,
  row: CampaignRow,
  creativeIds: string[],
): Promise<{ after: CampaignRow; chosen: ChangedField }> {
  const { tx, clock } = ctx;
  if (row.status === "ENDED" || row.status === "ARCHIVED") throw conflict("campaign_over", "campaign.over");
  if (isStarted(row) && creativeIds.length === 0) throw invalid({ creative_ids: ["rule.required"] });
  const before = (await chosenCreatives(tx, [row.id])).get(row.id) ?? [];
  const group = await chooseCreatives(tx, row.id, creativeIds);
  if (group) await beginWithKit(tx, row, callerOf(ctx.actor).lang, clock.now());
  const after = await updateCampaignRow(tx, row, { creativeGroup: group }, clock.now());
  const chosen = { field: "creative_ids", before, after: creativeIds };
  await recordAction(ctx, "banners", row.id, [chosen]);
  return { after, chosen };
}

/** Records the group of a draft whose creatives were chosen by other code, such as the demo's samples. */
export async function setCampaignGroup(
  tx: WriteTransaction,
  id: number,
  group: string,
  now: Date,
): Promise<CampaignRow> {
  const row = await lockCampaignRowById(tx, id);
  if (!row) throw notFound();
  return updateCampaignRow(tx, row, { creativeGroup: group }, now);
}
