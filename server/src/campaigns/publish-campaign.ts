import { publishCampaignVideo, renderCampaignCreatives } from "../creatives/index.ts";
import { publishCampaign, withdrawCampaign } from "../delivery/index.ts";
import type { Transaction } from "../platform/postgres.ts";
import { campaignRowById, periodOf, updateCampaignRow } from "./campaign-sql.ts";
import { chosenLists } from "./chosen-lists.ts";
import { snapshotOf } from "./snapshot.ts";
import type { CampaignRow } from "./tables.ts";

/** Tells delivery how the campaign stands now: a running one gets a snapshot, any other is withdrawn. */
export async function publish(tx: Transaction, row: CampaignRow): Promise<void> {
  if (row.status !== "ACTIVE") {
    await withdrawCampaign(tx, row.id, row.version);
    return;
  }
  const period = await periodOf(tx, row);
  const creatives = await (row.type === "video" ? publishCampaignVideo : renderCampaignCreatives)(tx, row.id);
  await publishCampaign(tx, snapshotOf(row, { ...period, creatives, ...(await chosenLists(tx, row)) }));
}

/** Publishes running campaigns anew after something that they chose has changed. */
export async function republish(tx: Transaction, ids: number[], now: Date): Promise<void> {
  for (const id of ids) {
    const row = await campaignRowById(tx, id, "for update");
    if (row?.status === "ACTIVE") await publish(tx, await updateCampaignRow(tx, id, {}, now));
  }
}
