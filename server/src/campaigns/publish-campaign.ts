import { publishCampaignVideo, renderCampaignCreatives } from "../creatives/index.ts";
import { publishCampaign, withdrawCampaign } from "../delivery/index.ts";
import type { Transaction } from "../platform/postgres.ts";
import { periodOf } from "./campaign-sql.ts";
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
  await publishCampaign(tx, snapshotOf(row, { ...period, creatives, siteAllow: [], siteBlock: [] }));
}
