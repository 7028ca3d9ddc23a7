import { releaseReservation } from "../billing/index.ts";
import type { Database, Transaction } from "../platform/postgres.ts";
import { campaignRowById, listOverdue, updateCampaignRow } from "./campaign-sql.ts";
import { publish } from "./publish-campaign.ts";
import type { CampaignRow } from "./tables.ts";

/** Ends a campaign, withdraws it from delivery and gives back what is left of the reservation. */
export async function endCampaign(
  tx: Transaction,
  row: CampaignRow,
  reason: "period" | "budget" | "by_hand",
  now: Date,
): Promise<CampaignRow> {
  const ended = await updateCampaignRow(tx, row.id, { status: "ENDED", endedAt: now, endedReason: reason }, now);
  await publish(tx, ended);
  await releaseReservation(tx, { campaignId: row.id, key: `campaign:${row.id}:release` });
  return ended;
}

/** Ends every campaign whose last day is over; a job calls it each minute. Answers how many ended. */
export async function endOverdueCampaigns(db: Database, now: Date): Promise<number> {
  const ids = await listOverdue(db, now, 500);
  for (const id of ids) {
    await db.transaction(async (tx) => {
      const row = await campaignRowById(tx, id);
      if (row && (row.status === "ACTIVE" || row.status === "PAUSED")) await endCampaign(tx, row, "period", now);
    });
  }
  return ids.length;
}
