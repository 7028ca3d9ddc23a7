import type { Campaign } from "@litfass/contract/campaigns/campaigns";
import { callerOf } from "@litfass/platform/command/actor";
import { type CommandCall, command } from "@litfass/platform/command/command";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { conflict, notFound } from "@litfass/platform/problem";
import { beginWithKit, chooseCreatives, chosenCreatives } from "../../creatives/index.ts";
import { lockCampaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { auditCampaign } from "../history/audit-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import { presentCampaign } from "../present-campaign.ts";
import type { CampaignRow } from "../tables.ts";

type Input = { id: number; creativeIds: string[] };

/** Stores the chosen creatives of a draft (API-CAMP-009). 409 once it has started, 422 for an unknown id. */
export const chooseCampaignCreatives = command({
  name: "campaigns.choose_creatives",
  errors: ["not_found", "conflict"],
  async run({ ctx, input: { id, creativeIds } }: CommandCall<Input>): Promise<Campaign> {
    const { tx, clock, lang } = ctx;
    const now = clock.now();
    const caller = callerOf(ctx.actor);
    const row = await getCampaignForChange(tx, caller, id);
    if (row.status !== "DRAFT") throw conflict("campaign_started", "campaign.fixed_creatives");
    const before = (await chosenCreatives(tx, [row.id])).get(row.id) ?? [];
    const group = await chooseCreatives(tx, row.id, creativeIds);
    if (group) await beginWithKit(tx, row, caller.lang, now);
    const changed = await updateCampaignRow(tx, row, { creativeGroup: group }, now);
    const chosen = { field: "creative_ids", before, after: creativeIds };
    await recordAction(ctx, "banners", row.id, [chosen]);
    await auditCampaign(ctx, { before: row, after: changed, more: [chosen] });
    return presentCampaign(tx, changed, now, lang);
  },
});

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
