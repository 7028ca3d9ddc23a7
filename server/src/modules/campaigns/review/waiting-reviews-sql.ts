import type { Executor } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { sql } from "drizzle-orm";

/** Submissions that wait for a reviewer, of all customers. */
export const waitingReviews = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`select submitted_at as at from creative_reviews where status = 'pending'`, limit);
