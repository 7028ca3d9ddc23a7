import { feedItemsShown } from "@litfass/banner/feed-item";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { FeedItem } from "../../creatives/index.ts";
import { hostOf } from "../destination.ts";
import type { ReviewRow } from "../review/review-tables.ts";
import type { CampaignRow, FeedPictureRow } from "../tables.ts";
import { findFeed, listFeedPictures } from "./feed-sql.ts";

/** A feed unreadable for longer is no longer advertised, because prices change. */
const staleMs = 24 * 60 * 60_000;

/**
 * The feed items in a campaign's banners. Without a feed, with an empty one or one unreadable for a day there are
 * none, and banners show the typed texts.
 */
export async function feedItemsOf(
  db: Executor,
  row: Pick<CampaignRow, "id" | "feedUrl" | "destinationUrl">,
  now: Date,
): Promise<FeedItem[]> {
  const feed = row.feedUrl === null ? null : await findFeed(db, row.id);
  if (feed?.url !== row.feedUrl || !feed?.goodAt || now.getTime() - feed.goodAt.getTime() > staleMs) return [];
  const shown = feed.items.slice(0, feedItemsShown);
  const pictures = await listFeedPictures(
    db,
    row.id,
    shown.map(({ image }) => image),
  );
  return shown.map(({ title, price = "", link, image }) => {
    const picture = pictures.find(({ url }) => url === image);
    return { item: { title, price, picture: picture ? imageOf(picture) : null }, link: linkOf(link, row) };
  });
}

const imageOf = ({ contentType, width, height, body }: FeedPictureRow) => ({
  src: `data:${contentType};base64,${body.toString("base64")}`,
  width,
  height,
  focus: [0.5, 0.5] as [number, number],
});

/**
 * An item's own page, if it is on the campaign's site, which was declared to exchanges. Other items lead to the
 * campaign's link.
 */
function linkOf(link: string, { destinationUrl }: Pick<CampaignRow, "destinationUrl">): string | null {
  if (!destinationUrl || !URL.canParse(link)) return null;
  const site = hostOf(destinationUrl);
  const host = new URL(link).hostname;
  return site !== "" && (host === site || host.endsWith(`.${site}`)) ? link : null;
}

/** The creatives to deliver: the approved ones, or those rendered from them with newer feed items. */
export async function shownCreatives(
  db: Executor,
  row: Pick<CampaignRow, "id" | "feedUrl">,
  approved: Pick<ReviewRow, "id" | "creatives">,
): Promise<SnapshotCreative[]> {
  const feed = row.feedUrl === null ? null : await findFeed(db, row.id);
  return feed?.drawn && feed.drawnFor === approved.id ? feed.drawn : approved.creatives;
}
