import { type CampaignSnapshot, campaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** All live campaigns. An unreadable one is reported and skipped. */
export async function listLiveSnapshots(
  db: Executor,
  onUnreadable: (campaignId: number, error: unknown) => void,
): Promise<CampaignSnapshot[]> {
  const { rows } = await db.execute<{ campaign_id: string; payload: unknown }>(
    sql`SELECT campaign_id, payload FROM campaign_snapshots WHERE is_live ORDER BY campaign_id LIMIT 100000`,
  );
  const snapshots: CampaignSnapshot[] = [];
  for (const row of rows) {
    const read = campaignSnapshot.safeParse(row.payload);
    if (read.success) snapshots.push(read.data);
    else onUnreadable(Number(row.campaign_id), read.error);
  }
  return snapshots;
}

/** The last published state of a campaign, withdrawn or not. */
export async function findSnapshot(db: Executor, campaignId: number): Promise<CampaignSnapshot | null> {
  const { rows } = await db.execute<{ payload: unknown }>(
    sql`SELECT payload FROM campaign_snapshots WHERE campaign_id = ${campaignId}`,
  );
  return campaignSnapshot.safeParse(rows[0]?.payload).data ?? null;
}

/** Which of these campaigns are live. */
export async function listLive(db: Executor, campaignIds: number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ campaign_id: string }>(
    sql`SELECT campaign_id FROM campaign_snapshots
      WHERE is_live AND campaign_id = ANY(${sql.param(campaignIds)}::bigint[])`,
  );
  return new Set(rows.map((row) => Number(row.campaign_id)));
}
