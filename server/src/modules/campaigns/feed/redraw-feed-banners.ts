import { isDeepStrictEqual } from "node:util";
import type { Platform } from "@litfass/platform/platform";
import { contentChangedAt } from "../../creatives/index.ts";
import { campaignRowById, updateCampaignRow } from "../campaign-sql.ts";
import { publish } from "../lifecycle/publish-campaign.ts";
import { findApproved } from "../review/review-sql.ts";
import { creativesOf } from "../review/submit-for-review.ts";
import { shownCreatives } from "./feed-items.ts";
import { saveDrawn } from "./feed-sql.ts";

/**
 * Draws the banners of a started campaign with the items that its feed has now, and tells delivery where that changes
 * something. No new review: what was approved are the design and the typed texts. Where those were changed and not handed
 * in yet, what runs stays as it is. @returns whether delivery shows something else now.
 */
export async function redrawFeedBanners(
  { db, clock }: Pick<Platform, "db" | "clock">,
  campaignId: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await campaignRowById(tx, campaignId, "for update");
    const isStarted = row?.status === "ACTIVE" || row?.status === "PAUSED";
    if (!row || !isStarted || row.type === "video" || row.feedUrl === null) return false;
    const approved = await findApproved(tx, row.id);
    const changedAt = await contentChangedAt(tx, row.id, row.type);
    if (!approved || (changedAt && changedAt > approved.submittedAt)) return false;
    const now = clock.now();
    const drawn = await creativesOf(tx, row, false, now);
    if (isDeepStrictEqual(drawn, await shownCreatives(tx, row, approved))) return false;
    await saveDrawn(tx, row.id, { drawn, drawnFor: approved.id });
    await publish(tx, await updateCampaignRow(tx, row.id, {}, now));
    return true;
  });
}
