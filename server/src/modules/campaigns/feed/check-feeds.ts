import type { Platform } from "@litfass/platform/platform";
import { checkFeed } from "./check-feed.ts";
import { listFed } from "./feed-sql.ts";
import { redrawFeedBanners } from "./redraw-feed-banners.ts";

const atOnce = 500;

/** Looks at the feeds of started campaigns and shows what changed; a job calls it. @returns how many there are. */
export async function checkFeeds(platform: Pick<Platform, "db" | "egress" | "clock" | "workers">): Promise<number> {
  const fed = await listFed(platform.db, atOnce);
  for (const row of fed) {
    await checkFeed(platform, row);
    await redrawFeedBanners(platform, row.id);
  }
  return fed.length;
}
