import type { Database, Transaction } from "@litfass/platform/postgres/postgres";
import { releaseReservation, spentOnCampaigns } from "../../billing/index.ts";
import { findCampaignBudget } from "../../spend/index.ts";
import { changedFields } from "../campaign-fields.ts";
import { campaignRowById, listActive, listOverdue, listUnsettled, updateCampaignRow } from "../campaign-sql.ts";
import { type Actor, recordAction } from "../history/record-change.ts";
import type { CampaignRow } from "../tables.ts";
import { publish } from "./publish-campaign.ts";

type Reason = "period" | "budget" | "by_hand";
const atOnce = 500;

/**
 * Ends a campaign and withdraws it from delivery. What is left of its reservation goes back when no delivery process
 * holds a lease on it any more: until then impressions may still arrive that were promised.
 */
export async function endCampaign(
  tx: Transaction,
  by: Actor,
  row: CampaignRow,
  reason: Reason,
  now: Date,
): Promise<CampaignRow> {
  const ended = await updateCampaignRow(tx, row.id, { status: "ENDED", endedAt: now, endedReason: reason }, now);
  await recordAction(tx, by, "ended", row.id, now, changedFields(row, ended));
  await publish(tx, ended);
  return ended;
}

/** Ends campaigns whose last day is over or whose budget is used, and gives reservations back; a job calls it. */
export async function closeCampaigns(db: Database, now: Date): Promise<{ ended: number; settled: number }> {
  const overdue = await listOverdue(db, now, atOnce);
  for (const id of overdue) await endIf(db, id, "period", now);
  const running = await listActive(db, 10_000);
  const spent = await spentOnCampaigns(db, running);
  let used = 0;
  for (const id of running) {
    if ((spent.get(id) ?? 0n) > 0n && (await endIf(db, id, "budget", now, spent.get(id)))) used += 1;
  }
  let settled = 0;
  for (const id of await listUnsettled(db, atOnce)) if (await settle(db, id, now)) settled += 1;
  return { ended: overdue.length + used, settled };
}

async function endIf(db: Database, id: number, reason: Reason, now: Date, spent?: bigint): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await campaignRowById(tx, id, "for update");
    if (!row || (row.status !== "ACTIVE" && row.status !== "PAUSED")) return false;
    if (spent !== undefined && spent < (row.totalBudgetMicros ?? 0n)) return false;
    await endCampaign(tx, null, row, reason, now);
    return true;
  });
}

async function settle(db: Database, id: number, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const budget = await findCampaignBudget(tx, id);
    if (budget && budget.leasedMicros > 0n) return false;
    await releaseReservation(tx, { campaignId: id, key: `campaign:${id}:release`, at: now });
    await updateCampaignRow(tx, id, { settledAt: now }, now);
    return true;
  });
}
