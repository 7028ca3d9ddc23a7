import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type LiveCampaign = { campaignId: number; ownerUid: string; name: string; sinceAt: Date };

/** Running campaigns that delivery has had unchanged since before `at`. */
export async function listLiveSince(db: Executor, at: Date, now: Date): Promise<LiveCampaign[]> {
  const { rows } = await db.execute<Record<string, string>>(sql`
    SELECT campaign_id, payload->>'ownerUid' AS owner_uid, payload->>'name' AS name,
      greatest(published_at, (payload->>'startAt')::timestamptz) AS since_at
    FROM campaign_snapshots
    WHERE is_live AND (payload->>'endAt')::timestamptz > ${now.toISOString()}
      AND greatest(published_at, (payload->>'startAt')::timestamptz) <= ${at.toISOString()}
    ORDER BY campaign_id LIMIT 100000`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    ownerUid: row.owner_uid ?? "",
    name: row.name ?? "",
    sinceAt: new Date(row.since_at ?? 0),
  }));
}
