import type { Transaction } from "@litfass/platform/postgres/postgres";
import { publishCampaign, withdrawCampaign } from "../../spend/index.ts";
import { findUser } from "../../users/index.ts";
import { campaignRowById, periodOf, updateCampaignRow } from "../campaign-sql.ts";
import { chosenLists } from "../domain-lists/chosen-lists.ts";
import { shownCreatives } from "../feed/feed-items.ts";
import { findApproved } from "../review/review-sql.ts";
import type { CampaignRow } from "../tables.ts";
import { snapshotOf } from "./snapshot.ts";

/** Tells delivery how the campaign stands now: a running one with approved banners gets a snapshot, any other is withdrawn. */
export async function publish(tx: Transaction, row: CampaignRow): Promise<void> {
  const approved = row.status === "ACTIVE" ? await findApproved(tx, row.id) : null;
  if (approved === null) {
    await withdrawCampaign(tx, row.id, row.version);
    return;
  }
  const period = await periodOf(tx, row);
  const creatives = await shownCreatives(tx, row, approved);
  const owner = await findUser(tx, row.ownerUid);
  const advertiserName = owner?.companyName || owner?.fullName || "";
  await publishCampaign(tx, snapshotOf(row, { ...period, advertiserName, creatives, ...(await chosenLists(tx, row)) }));
}

/** Publishes running campaigns anew after something that they chose has changed. */
export async function republish(tx: Transaction, ids: number[], now: Date): Promise<void> {
  for (const id of ids) {
    const row = await campaignRowById(tx, id, "for update");
    if (row?.status === "ACTIVE") await publish(tx, await updateCampaignRow(tx, id, {}, now));
  }
}
