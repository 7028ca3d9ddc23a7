import type { Database, Executor } from "@litfass/platform/postgres/postgres";
import { and, asc, eq, gt, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { campaigns } from "../tables.ts";

/** Queries for closing, crediting and settling campaigns across all owners, only for jobs and operators. */

/** Running campaigns whose last day is over in their own time zone. */
export async function listOverdue(db: Database, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.status, ["ACTIVE", "PAUSED"]),
        sql`${campaigns.endOn} < (${now.toISOString()}::timestamptz at time zone ${campaigns.timeZone})::date`,
      ),
    )
    .orderBy(asc(campaigns.endOn))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Ended campaigns whose reservation was not released yet. */
export async function listUnsettled(db: Database, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(sql`${campaigns.endedAt} is not null`, sql`${campaigns.settledAt} is null`))
    .orderBy(asc(campaigns.endedAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/**
 * Budgets in micros of unsettled started campaigns, which delivery may not know yet, as a query of the reconciliation:
 * `campaign_id` and `budget`.
 */
export const startedBudgets: SQL = sql`
  select id as campaign_id, coalesce(total_budget_micros, 0) as budget from campaigns
  where activated_at is not null and settled_at is null`;

/** Campaigns whose money was settled between two instants, oldest first. */
export async function listSettledBetween(db: Database, from: Date, to: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(gte(campaigns.settledAt, from), lt(campaigns.settledAt, to)))
    .orderBy(asc(campaigns.settledAt))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Running campaigns with their budgets, which may be used up: those with an id above `afterId`, by id. */
export async function listActive(
  db: Database,
  afterId: number,
  limit: number,
): Promise<{ id: number; budgetMicros: bigint }[]> {
  const rows = await db
    .select({ id: campaigns.id, micros: campaigns.totalBudgetMicros })
    .from(campaigns)
    .where(and(eq(campaigns.status, "ACTIVE"), gt(campaigns.id, afterId)))
    .orderBy(asc(campaigns.id))
    .limit(limit);
  return rows.map(({ id, micros }) => ({ id, budgetMicros: micros ?? 0n }));
}

/** An owner's campaigns that hold money: running ones, and ended ones that are not settled. */
export async function countUnsettled(db: Executor, ownerUid: string): Promise<{ running: number; settling: number }> {
  const isRunning = inArray(campaigns.status, ["ACTIVE", "PAUSED"]);
  const [row] = await db
    .select({
      running: sql<number>`count(*) filter (where ${isRunning})::int`,
      settling: sql<number>`count(*) filter (where not ${isRunning})::int`,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.ownerUid, ownerUid),
        sql`${campaigns.activatedAt} is not null`,
        sql`${campaigns.settledAt} is null`,
      ),
    );
  return { running: row?.running ?? 0, settling: row?.settling ?? 0 };
}
