import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Executor } from "../platform/postgres.ts";
import { type CampaignFeedRow, campaignFeeds, campaigns } from "./tables.ts";

export async function findFeed(db: Executor, campaignId: number): Promise<CampaignFeedRow | null> {
  const [row] = await db.select().from(campaignFeeds).where(eq(campaignFeeds.campaignId, campaignId));
  return row ?? null;
}

export async function saveFeed(db: Executor, row: CampaignFeedRow): Promise<void> {
  const { campaignId: _id, ...set } = row;
  await db.insert(campaignFeeds).values(row).onConflictDoUpdate({ target: campaignFeeds.campaignId, set });
}

/** Started campaigns with a feed, for the hourly look at it. */
export const listFed = (db: Executor, limit: number): Promise<{ id: number; feedUrl: string | null }[]> =>
  db
    .select({ id: campaigns.id, feedUrl: campaigns.feedUrl })
    .from(campaigns)
    .where(and(inArray(campaigns.status, ["ACTIVE", "PAUSED"]), isNotNull(campaigns.feedUrl)))
    .orderBy(asc(campaigns.id))
    .limit(limit);
