import type { Executor } from "@litfass/platform/postgres/postgres";
import { findFeed } from "./feed-sql.ts";

export type WithFeed = { id: number; feedUrl: string | null };

/** Why a campaign's feed cannot be used, as of its last check; null if it can. */
export async function feedProblemOf(
  db: Executor,
  { id, feedUrl }: WithFeed,
): Promise<{ url: string; reason: string } | null> {
  if (feedUrl === null) return null;
  const stored = await findFeed(db, id);
  const reason = stored?.url === feedUrl ? stored.problem : "not_checked";
  return reason === null ? null : { url: feedUrl, reason };
}
