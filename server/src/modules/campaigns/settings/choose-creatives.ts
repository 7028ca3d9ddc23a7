import type { Caller } from "@litfass/contract/kernel/roles";
import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { conflict } from "@litfass/platform/problem";
import { beginWithKit, chooseCreatives, chosenCreatives } from "../../creatives/index.ts";
import { updateCampaignRow } from "../campaign-sql.ts";
import { getCampaignForChange } from "../get-campaign.ts";
import { recordAction } from "../history/record-change.ts";
import type { CampaignRow } from "../tables.ts";

/** Stores the chosen creatives of a draft (API-CAMP-009); an unknown id answers 422. */
export async function chooseCampaignCreatives(
  db: Database,
  caller: Caller,
  id: number,
  creativeIds: string[],
  now: Date,
): Promise<CampaignRow> {
  return db.transaction(async (tx) => {
    const row = await getCampaignForChange(tx, caller, id);
    if (row.status !== "DRAFT") throw conflict("campaign_started", "creative_ids");
    const before = (await chosenCreatives(tx, [row.id])).get(row.id) ?? [];
    const group = await chooseCreatives(tx, row.id, creativeIds);
    if (group) await beginWithKit(tx, row, caller.lang, now);
    const changed = { field: "creative_ids", before, after: creativeIds };
    await recordAction(tx, caller, "banners", row.id, now, [changed]);
    return updateCampaignRow(tx, row.id, { creativeGroup: group }, now);
  });
}

/** Notes the group that was chosen for a draft without a caller, as the demo does. */
export const setCampaignGroup = (tx: Transaction, id: number, group: string, now: Date): Promise<CampaignRow> =>
  updateCampaignRow(tx, id, { creativeGroup: group }, now);
