import type { FeedItem } from "../tables.ts";
import { FeedError, readFeed } from "./read-feed.ts";

/** Runs in a worker thread: returns the items of a feed's text, or the reason of a failure. */
export default function readFeedTask(text: string): { items: FeedItem[] } | { problem: string } {
  try {
    return { items: readFeed(text) };
  } catch (error) {
    if (error instanceof FeedError) return { problem: error.message };
    throw error;
  }
}
