import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, inArray, isNotNull, notInArray, sql } from "drizzle-orm";
import { type CampaignFeedRow, campaignFeeds, campaigns, type FeedPictureRow, feedPictures } from "../tables.ts";

export async function findFeed(db: Executor, campaignId: number): Promise<CampaignFeedRow | null> {
  const [row] = await db.select().from(campaignFeeds).where(eq(campaignFeeds.campaignId, campaignId));
  return row ?? null;
}

/** Stores the content of the feed; rendered banners stay. */
export async function upsertFeed(
  tx: WriteTransaction,
  row: Omit<CampaignFeedRow, "drawn" | "drawnFor">,
): Promise<void> {
  const { campaignId: _id, ...set } = row;
  await tx.insert(campaignFeeds).values(row).onConflictDoUpdate({ target: campaignFeeds.campaignId, set });
}

/** Stores the banners to deliver instead of those of an approved review. */
export async function updateDrawn(
  tx: WriteTransaction,
  campaignId: number,
  drawn: Pick<CampaignFeedRow, "drawn" | "drawnFor">,
): Promise<void> {
  await tx.update(campaignFeeds).set(drawn).where(eq(campaignFeeds.campaignId, campaignId));
}

/** URLs of a campaign's copied images. */
export async function listPictureUrls(db: Executor, campaignId: number): Promise<string[]> {
  const rows = await db
    .select({ url: feedPictures.url })
    .from(feedPictures)
    .where(eq(feedPictures.campaignId, campaignId));
  return rows.map(({ url }) => url);
}

/** The copied images of these URLs. */
export async function listFeedPictures(db: Executor, campaignId: number, urls: string[]): Promise<FeedPictureRow[]> {
  if (urls.length === 0) return [];
  return db
    .select()
    .from(feedPictures)
    .where(and(eq(feedPictures.campaignId, campaignId), inArray(feedPictures.url, urls)));
}

/** Adds images and deletes those whose URL is not in `current`. */
export async function replaceFeedPictures(
  tx: WriteTransaction,
  campaignId: number,
  added: FeedPictureRow[],
  current: string[],
): Promise<void> {
  if (added.length > 0) await tx.insert(feedPictures).values(added).onConflictDoNothing();
  await tx
    .delete(feedPictures)
    .where(and(eq(feedPictures.campaignId, campaignId), notInArray(feedPictures.url, ["", ...current])));
}

/** Copies the stored feed of a campaign to another, including images. */
export async function copyFeed(tx: WriteTransaction, from: number, to: number): Promise<void> {
  await tx.execute(sql`
    insert into campaign_feeds (campaign_id, url, items, problem, checked_at, good_at)
    select ${to}, url, items, problem, checked_at, good_at from campaign_feeds where campaign_id = ${from}`);
  await tx.execute(sql`
    insert into feed_pictures (campaign_id, url, content_type, width, height, body)
    select ${to}, url, content_type, width, height, body from feed_pictures where campaign_id = ${from}`);
}

/** Started campaigns with a feed, of all owners: for the hourly job. */
export const listWithFeed = (db: Executor, limit: number): Promise<{ id: number; feedUrl: string | null }[]> =>
  db
    .select({ id: campaigns.id, feedUrl: campaigns.feedUrl })
    .from(campaigns)
    .where(and(inArray(campaigns.status, ["ACTIVE", "PAUSED"]), isNotNull(campaigns.feedUrl)))
    .orderBy(asc(campaigns.id))
    .limit(limit);
