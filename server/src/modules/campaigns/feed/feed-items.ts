import { feedItemsShown } from "@litfass/banner/feed-item";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import type { FedItem } from "../../creatives/index.ts";
import type { ReviewRow } from "../review/review-tables.ts";
import type { CampaignRow, FeedPictureRow } from "../tables.ts";
import { findFeed, listFeedPictures } from "./feed-sql.ts";

/** Items that were last good longer ago are not advertised any more: prices change. */
const staleMs = 24 * 60 * 60_000;

/**
 * The items of a feed that a campaign's banners show. None, and so the typed texts, without a feed, where it is empty, and
 * where it has not been readable for a day.
 */
export async function fedItems(
  db: Executor,
  row: Pick<CampaignRow, "id" | "feedUrl" | "destinationUrl">,
  now: Date,
): Promise<FedItem[]> {
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
 * An item's own page, where it is on the campaign's site. Exchanges were told which site is advertised, so that anything
 * else leads where the campaign does.
 */
function linkOf(link: string, { destinationUrl }: Pick<CampaignRow, "destinationUrl">): string | null {
  if (!destinationUrl || !URL.canParse(destinationUrl) || !URL.canParse(link)) return null;
  const site = new URL(destinationUrl).hostname.replace(/^www\./, "");
  const host = new URL(link).hostname;
  return host === site || host.endsWith(`.${site}`) ? link : null;
}

/** What delivery shows of a campaign: what was approved last, with the items that its feed has had since. */
export async function shownCreatives(
  db: Executor,
  row: Pick<CampaignRow, "id" | "feedUrl">,
  approved: Pick<ReviewRow, "id" | "creatives">,
): Promise<SnapshotCreative[]> {
  const feed = row.feedUrl === null ? null : await findFeed(db, row.id);
  return feed?.drawn && feed.drawnFor === approved.id ? feed.drawn : approved.creatives;
}
