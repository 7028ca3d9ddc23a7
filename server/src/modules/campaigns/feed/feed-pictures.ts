import { feedItemsShown } from "@litfass/banner/feed-item";
import type { Platform } from "@litfass/platform/platform";
import { compactImage } from "../../creatives/index.ts";
import type { FeedItem, FeedPictureRow } from "../tables.ts";
import { listPictureUrls, saveFeedPictures } from "./feed-sql.ts";

const timeoutMs = 4000;
const maxBytes = 5_000_000;
/** Shops keep their pictures larger than advertisers may upload them. */
const sideLimit = 3000;

/**
 * Takes over the pictures of the items that banners show: fetched through the outside client and encoded anew, so that a
 * banner carries pixels and never an address. One that cannot be had is left out; one that is known is not fetched again.
 */
export async function takeFeedPictures(
  { db, egress }: Pick<Platform, "db" | "egress">,
  campaignId: number,
  items: readonly FeedItem[],
): Promise<void> {
  const wanted = [...new Set(items.slice(0, feedItemsShown).map(({ image }) => image))].filter(Boolean);
  const known = await listPictureUrls(db, campaignId);
  const missing = wanted.filter((url) => !known.includes(url));
  const taken = await Promise.all(missing.map((url) => takePicture(egress, campaignId, url)));
  const added = taken.filter((picture) => picture !== null);
  if (added.length === 0 && known.every((url) => wanted.includes(url))) return;
  await db.transaction((tx) => saveFeedPictures(tx, campaignId, added, wanted));
}

async function takePicture(
  egress: Platform["egress"],
  campaignId: number,
  url: string,
): Promise<FeedPictureRow | null> {
  try {
    const answer = await egress(url, { timeoutMs, maxBytes });
    if (answer.status !== 200) return null;
    const { contentType, width, height, body } = await compactImage(answer.body, "image", sideLimit);
    return { campaignId, url, contentType, width, height, body };
  } catch {
    return null;
  }
}
