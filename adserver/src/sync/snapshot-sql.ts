import { type CampaignSnapshot, campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** A published campaign as stored. `changedBy` is the transaction that last wrote it. */
export type SnapshotRow = { campaignId: number; changedBy: string; isLive: boolean; payload: unknown };

type StoredRow = { campaign_id: string; changed_by: string; is_live: boolean; payload: unknown };

const columns = sql`campaign_id, changed_by::text AS changed_by, is_live, payload`;
const rowOf = (row: StoredRow): SnapshotRow => ({
  campaignId: Number(row.campaign_id),
  changedBy: row.changed_by,
  isLive: row.is_live,
  payload: row.payload,
});

/** The oldest transaction that may still change something: what earlier ones wrote is visible to every later read. */
export async function oldestRunningTransaction(db: Executor): Promise<bigint> {
  const { rows } = await db.execute<{ oldest: string }>(
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest`,
  );
  return BigInt(rows[0]?.oldest ?? 0);
}

/** Snapshots written by this transaction or later ones, withdrawn ones included, by campaign. */
export async function listSnapshotsSince(db: Executor, since: bigint): Promise<SnapshotRow[]> {
  const { rows } = await db.execute<StoredRow>(
    sql`SELECT ${columns} FROM campaign_snapshots WHERE changed_by >= ${String(since)}::xid8 ORDER BY campaign_id`,
  );
  return rows.map(rowOf);
}

/** A page of the live snapshots, by campaign. */
export async function listLiveSnapshots(db: Executor, afterId: number, limit: number): Promise<SnapshotRow[]> {
  const { rows } = await db.execute<StoredRow>(
    sql`SELECT ${columns} FROM campaign_snapshots
      WHERE is_live AND campaign_id > ${afterId} ORDER BY campaign_id LIMIT ${limit}`,
  );
  return rows.map(rowOf);
}

/** The last published state of a campaign, withdrawn or not. */
export async function findSnapshot(db: Executor, campaignId: number): Promise<CampaignSnapshot | null> {
  const { rows } = await db.execute<{ payload: unknown }>(
    sql`SELECT payload FROM campaign_snapshots WHERE campaign_id = ${campaignId}`,
  );
  return campaignSnapshot.safeParse(rows[0]?.payload).data ?? null;
}
