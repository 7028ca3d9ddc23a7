import { feedItemsShown } from "@litfass/banner/feed-item";
import type { Egress } from "@litfass/platform/egress/egress";
import type { Platform } from "@litfass/platform/platform";
import { compactImage } from "../../creatives/index.ts";
import type { FeedItem, FeedPictureRow } from "../tables.ts";
import { listPictureUrls } from "./feed-sql.ts";

const timeoutMs = 4000;
const maxBytes = 5_000_000;
/** Shops publish larger images than advertisers may upload. */
const maxSide = 3000;

/** `current` are the URLs now shown in banners, `added` the images not copied before. */
export type FetchedPictures = { current: string[]; added: FeedPictureRow[]; isChanged: boolean };

/**
 * Fetches and re-encodes the images of the items shown in banners, so that a banner contains pixels and never a URL.
 * Images that cannot be fetched are left out; known ones are not fetched again.
 */
export async function fetchFeedPictures(
  { db, egress }: Pick<Platform, "db" | "egress">,
  campaignId: number,
  items: readonly FeedItem[],
): Promise<FetchedPictures> {
  const current = [...new Set(items.slice(0, feedItemsShown).map(({ image }) => image))].filter(Boolean);
  const known = await listPictureUrls(db, campaignId);
  const missing = current.filter((url) => !known.includes(url));
  const fetched = await Promise.all(missing.map((url) => fetchPicture(egress, campaignId, url)));
  const added = fetched.filter((picture) => picture !== null);
  return { current, added, isChanged: added.length > 0 || known.some((url) => !current.includes(url)) };
}

async function fetchPicture(egress: Egress, campaignId: number, url: string): Promise<FeedPictureRow | null> {
  try {
    const answer = await egress(url, { timeoutMs, maxBytes });
    if (answer.status !== 200) return null;
    const { contentType, width, height, body } = await compactImage(answer.body, "image", maxSide);
    return { campaignId, url, contentType, width, height, body };
  } catch {
    return null;
  }
}
