import type { Caller } from "@litfass/contract/kernel/roles";
import type { ClickHouse } from "@litfass/platform/clickhouse/clickhouse";
import type { Executor, WriteTransaction } from "@litfass/platform/postgres/postgres";
import { countWaiting, type Waiting } from "@litfass/platform/postgres/waiting-sql";
import { sql } from "drizzle-orm";
import { uidsWithinReach } from "../../users/index.ts";

export type Silence = { campaignId: number; ownerUid: string; silentSince: Date };

/** Campaigns with a counted impression since an instant. */
export async function listDelivering(clickhouse: ClickHouse, since: Date): Promise<Set<number>> {
  const result = await clickhouse.query({
    query: `select campaign_id from campaign_hours where hour >= toDateTime({since:String}, 'UTC')
      group by campaign_id having sum(impressions) > 0`,
    query_params: { since: since.toISOString().slice(0, 19).replace("T", " ") },
    format: "JSONEachRow",
  });
  return new Set((await result.json<{ campaign_id: string }>()).map((row) => Number(row.campaign_id)));
}

const ids = (campaignIds: number[]) => sql`${sql.param(campaignIds)}::bigint[]`;

/** Replaces the set of silent campaigns. Returns the new ones. */
export async function replaceSilences(tx: WriteTransaction, silences: Silence[]): Promise<number[]> {
  const campaignIds = silences.map(({ campaignId }) => campaignId);
  await tx.execute(sql`DELETE FROM campaign_silences WHERE campaign_id <> ALL(${ids(campaignIds)})`);
  if (silences.length === 0) return [];
  const { rows } = await tx.execute<{ campaign_id: string }>(sql`
    INSERT INTO campaign_silences (campaign_id, owner_uid, silent_since)
    SELECT * FROM unnest(${ids(campaignIds)}, ${sql.param(silences.map(({ ownerUid }) => ownerUid))}::text[],
      ${sql.param(silences.map(({ silentSince }) => silentSince.toISOString()))}::timestamptz[])
    ON CONFLICT (campaign_id) DO NOTHING RETURNING campaign_id`);
  return rows.map((row) => Number(row.campaign_id));
}

/** The silent ones among these campaigns of the tenant. */
export async function listSilences(db: Executor, campaignIds: number[]): Promise<Silence[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT campaign_id, owner_uid, silent_since FROM campaign_silences
    WHERE campaign_id = ANY(${ids(campaignIds)}) ORDER BY silent_since, campaign_id LIMIT 100`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    ownerUid: row.owner_uid ?? "",
    silentSince: new Date(row.silent_since ?? 0),
  }));
}

/** Silent campaigns of the caller's customers. */
export const waitingSilences = (db: Executor, caller: Caller, limit: number): Promise<Waiting> =>
  countWaiting(
    db,
    sql`SELECT silent_since AS at FROM campaign_silences WHERE ${uidsWithinReach(sql`owner_uid`, caller)}`,
    limit,
  );

/** Whether the mail about a silence is still due: false if it was sent or the campaign delivers again. */
export async function isMailDue(db: Executor, campaignId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    SELECT 1 FROM campaign_silences WHERE campaign_id = ${campaignId} AND mailed_at IS NULL`);
  return rows.length > 0;
}

export async function markMailed(tx: WriteTransaction, campaignId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE campaign_silences SET mailed_at = ${now.toISOString()}
    WHERE campaign_id = ${campaignId} AND mailed_at IS NULL`);
}
