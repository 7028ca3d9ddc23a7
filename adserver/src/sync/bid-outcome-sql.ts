import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { BidAnswer, BidAnswers } from "../serving/metrics/bid-outcomes.ts";

/** Adds outcomes to the current UTC hour in one statement. */
export async function addBidAnswers(db: Executor, answers: BidAnswers, now: Date): Promise<void> {
  if (answers.size === 0) return;
  // Ordered, so that processes lock rows in the same order.
  const rows = [...answers].sort(([a], [b]) => (a < b ? -1 : 1));
  await db.execute(sql`
    INSERT INTO bid_answers (hour_at, answer, chances)
    SELECT date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${sql.param(rows.map(([answer]) => answer))}::text[], ${sql.param(rows.map(([, count]) => count))}::bigint[])
    ON CONFLICT (hour_at, answer) DO UPDATE SET chances = bid_answers.chances + excluded.chances`);
}

/** Outcomes of all processes since an hour, the most frequent first, some seconds behind. */
export async function listBidAnswers(db: Executor, since: Date): Promise<{ answer: BidAnswer; chances: number }[]> {
  const { rows } = await db.execute<{ answer: BidAnswer; chances: string }>(sql`
    SELECT answer, sum(chances) AS chances FROM bid_answers
    WHERE hour_at >= date_trunc('hour', ${since.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
    GROUP BY answer ORDER BY sum(chances) DESC, answer LIMIT 100`);
  return rows.map(({ answer, chances }) => ({ answer, chances: Number(chances) }));
}
