import type { Platform } from "@litfass/platform/platform";
import { tooMany } from "@litfass/platform/problem";
import { WorkerLimitError, type WorkerQueue } from "@litfass/platform/worker/worker-pool";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import type { FeedItem } from "../tables.ts";
import { fetchFeedPictures } from "./feed-pictures.ts";
import type { WithFeed } from "./feed-problem.ts";
import { findFeed, listWithFeed } from "./feed-sql.ts";
import { noItems } from "./read-feed.ts";
import { redrawFeedBanners } from "./redraw-feed-banners.ts";
import { saveFeed } from "./save-feed.ts";

const job = "campaigns.feeds";
const timeoutMs = 4000;
const maxBytes = 3_000_000;
const freshMs = 10 * 60_000;
const batchSize = 500;
const retrySeconds = 5;

/** Checks the feeds of started campaigns and publishes changes. @returns the number of feeds. */
export async function checkFeeds(runner: CommandRunner): Promise<number> {
  const campaigns = await listWithFeed(runner.platform.db, batchSize);
  for (const campaign of campaigns) {
    await checkFeed(runner, campaign, runner.platform.workers);
    await runAsJob(runner, job, redrawFeedBanners, { id: campaign.id });
  }
  return campaigns.length;
}

/**
 * Reads a campaign's feed and stores its items (FIELD-CAMP-022) with the images for banners. An unreadable feed keeps
 * its last good items and stores the problem; an empty one has none. A feed checked successfully within ten minutes
 * is not fetched again. @throws 429 while too many are read.
 */
export async function checkFeed(runner: CommandRunner, { id, feedUrl }: WithFeed, workers: WorkerQueue): Promise<void> {
  if (feedUrl === null) return;
  const { db, clock } = runner.platform;
  const stored = await findFeed(db, id);
  const known = stored?.url === feedUrl ? stored : null;
  const now = clock.now();
  if (known?.problem === null && now.getTime() - known.checkedAt.getTime() < freshMs) return;
  // Network access happens before the transaction.
  const found = await fetchFeed(runner.platform.egress, workers, feedUrl);
  const isGood = "items" in found;
  const isEmpty = !isGood && found.problem === noItems;
  const items = isGood ? found.items : isEmpty ? [] : (known?.items ?? []);
  const pictures = await fetchFeedPictures(runner.platform, id, items);
  const feed = {
    campaignId: id,
    url: feedUrl,
    items,
    problem: isGood ? null : found.problem,
    checkedAt: now,
    goodAt: isGood ? now : (known?.goodAt ?? null),
  };
  await runAsJob(runner, job, saveFeed, { feed, pictures });
}

/** Reads a feed. Returns the reason of a failure. */
async function fetchFeed(
  egress: Platform["egress"],
  workers: WorkerQueue,
  url: string,
): Promise<{ items: FeedItem[] } | { problem: string }> {
  try {
    const answer = await egress(url, { timeoutMs, maxBytes });
    if (answer.status !== 200) return { problem: `status ${answer.status}` };
    // Parsing untrusted XML can take seconds.
    return await workers.run(new URL("./read-feed-task.ts", import.meta.url), answer.text());
  } catch (error) {
    // The feed is not the reason.
    if (error instanceof WorkerLimitError && error.limit === "queue") throw tooMany(retrySeconds);
    if (error instanceof WorkerLimitError) return { problem: "unreadable" };
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
