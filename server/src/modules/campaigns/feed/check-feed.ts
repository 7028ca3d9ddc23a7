import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { WorkerLimitError } from "@litfass/platform/worker/worker-pool";
import type { FeedItem } from "../tables.ts";
import { noItems } from "./feed.ts";
import { takeFeedPictures } from "./feed-pictures.ts";
import { findFeed, saveFeed } from "./feed-sql.ts";

const timeoutMs = 4000;
const maxBytes = 3_000_000;
const freshMs = 10 * 60_000;

type Fed = { id: number; feedUrl: string | null };

/** Reads a feed through the outside client. A failure comes back as its reason. */
async function fetchFeed(
  { egress, workers }: Pick<Platform, "egress" | "workers">,
  url: string,
): Promise<{ items: FeedItem[] } | { problem: string }> {
  try {
    const answer = await egress(url, { timeoutMs, maxBytes });
    if (answer.status !== 200) return { problem: `status ${answer.status}` };
    // Foreign XML can take the parser seconds.
    return await workers.run(new URL("./read-feed-task.ts", import.meta.url), answer.text());
  } catch (error) {
    if (error instanceof WorkerLimitError) return { problem: "unreadable" };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Looks at a campaign's feed and keeps what was found (FIELD-CAMP-022), with the pictures of the items that banners show.
 * A feed that cannot be read keeps its last good items, with the problem beside them; one that holds no items any more
 * has none. What was good within the last ten minutes is not asked for again.
 */
export async function checkFeed(
  platform: Pick<Platform, "db" | "egress" | "clock" | "workers">,
  row: Fed,
): Promise<void> {
  if (row.feedUrl === null) return;
  const { db, clock } = platform;
  const known = await findFeed(db, row.id);
  const same = known?.url === row.feedUrl ? known : null;
  const now = clock.now();
  if (same?.problem === null && now.getTime() - same.checkedAt.getTime() < freshMs) return;
  const found = await fetchFeed(platform, row.feedUrl);
  const isGood = "items" in found;
  const isEmpty = !isGood && found.problem === noItems;
  const items = isGood ? found.items : isEmpty ? [] : (same?.items ?? []);
  await takeFeedPictures(platform, row.id, items);
  await saveFeed(db, {
    campaignId: row.id,
    url: row.feedUrl,
    items,
    problem: isGood ? null : found.problem,
    checkedAt: now,
    goodAt: isGood ? now : (same?.goodAt ?? null),
  });
}

/** What keeps a campaign's feed from being used, as of the last look at it; null where nothing does. */
export async function feedProblemOf(db: Executor, row: Fed): Promise<{ url: string; reason: string } | null> {
  if (row.feedUrl === null) return null;
  const known = await findFeed(db, row.id);
  const reason = known?.url === row.feedUrl ? known.problem : "not_checked";
  return reason === null ? null : { url: row.feedUrl, reason };
}
