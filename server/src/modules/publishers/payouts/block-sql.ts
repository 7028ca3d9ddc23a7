import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { sql } from "drizzle-orm";

/** SQL of blocks. Callers have checked whose publisher it is; counts are for those who read the books. */

export type Block = { id: number; payoutId: number; blockedAt: Date };

/** Why a publisher is not paid at present, or null. */
export async function findBlock(db: Executor, publisherId: number): Promise<Block | null> {
  const { rows } = await db.execute<Record<"id" | "payout_id" | "blocked_at", string>>(sql`
    SELECT id, payout_id, blocked_at FROM publisher_payout_blocks
    WHERE publisher_id = ${publisherId} AND released_at IS NULL`);
  const [row] = rows;
  return row ? { id: Number(row.id), payoutId: Number(row.payout_id), blockedAt: new Date(row.blocked_at) } : null;
}

/** Whether one of these publishers is not paid at present. */
export async function isAnyBlocked(tx: WriteTransaction, publishers: readonly number[]): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM publisher_payout_blocks
    WHERE publisher_id = ANY(${sql.param([...publishers])}::bigint[]) AND released_at IS NULL LIMIT 1`);
  return rows.length > 0;
}

/** Blocks a publisher; one that is blocked already stays so for the earlier payout. */
export async function insertBlock(
  tx: WriteTransaction,
  { publisherId, payoutId, at }: { publisherId: number; payoutId: number; at: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO publisher_payout_blocks (publisher_id, payout_id, blocked_at)
    VALUES (${publisherId}, ${payoutId}, ${at.toISOString()}::timestamptz)
    ON CONFLICT (publisher_id) WHERE released_at IS NULL DO NOTHING`);
}

/** Releases a block. `by` is null if the account changed. */
export async function releaseBlock(
  tx: WriteTransaction,
  id: number,
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await tx.execute(sql`UPDATE publisher_payout_blocks SET released_at = ${at.toISOString()}::timestamptz,
      released_by = ${by} WHERE id = ${id}`);
}

/** Publishers whose payment is stopped by a returned payout. */
export const waitingPayouts = (db: Executor, limit: number): Promise<Waiting> =>
  countWaiting(db, sql`SELECT blocked_at AS at FROM publisher_payout_blocks WHERE released_at IS NULL`, limit);
