import type { Platform } from "@litfass/platform/platform";
import { creditShortfall, noteGuaranteeReview, unreviewedCampaigns } from "../../billing/index.ts";
import { campaignRowById, listSettledBetween } from "../campaign-sql.ts";

export type Visibility = { measuredImpressions: number; viewableImpressions: number };
/** Reads how visible campaigns were; the process wires it. */
export type VisibilityOf = (campaignIds: number[]) => Promise<Map<number, Visibility>>;

const minuteMs = 60_000;
/** Views of the last impressions may still be on their way when the money is settled. */
const lastViewsMs = 30 * minuteMs;
/** An outage longer than this is looked at by hand. */
const lookBackMs = 60 * 24 * 60 * minuteMs;
const atOnce = 500;
const mostSettled = 20_000;
const unseen: Visibility = { measuredImpressions: 0, viewableImpressions: 0 };

/**
 * Looks once at each campaign that is over and settled, and credits what it missed of the visibility guarantee
 * (CLAIM-002). Answers how many were credited.
 */
export async function creditGuarantees(platform: Platform, visibilityOf: VisibilityOf): Promise<number> {
  const { db, clock } = platform;
  const now = clock.now();
  const from = new Date(now.getTime() - lookBackMs);
  const settled = await listSettledBetween(db, from, new Date(now.getTime() - lastViewsMs), mostSettled);
  const ids = (await unreviewedCampaigns(db, settled)).slice(0, atOnce);
  if (ids.length === 0) return 0;
  const visibility = await visibilityOf(ids);
  let credited = 0;
  for (const id of ids) {
    const seen = visibility.get(id) ?? unseen;
    const micros = await db.transaction(async (tx) => {
      const row = await campaignRowById(tx, id, "for update");
      if (!row) return 0n;
      const { name, ownerUid, currency } = row;
      const credit = await creditShortfall(tx, platform, { campaignId: id, name, ownerUid, currency, ...seen });
      const isFirst = await noteGuaranteeReview(tx, id, seen, credit, now);
      return isFirst ? credit : 0n;
    });
    if (micros > 0n) credited += 1;
  }
  return credited;
}
