import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type ReleasedLease = { leaseId: string; campaignId: number; grantedMicros: string; consumedMicros: string };

/** Takes the unsettled rest of leases closed before `before` out of their budgets. Locks budgets before leases. */
export async function releaseUnsettledLeases(tx: Transaction, before: Date): Promise<ReleasedLease[]> {
  const stuck = sql`closed_at < ${before.toISOString()}::timestamptz AND granted_micros > consumed_micros`;
  await tx.execute(sql`
    SELECT 1 FROM campaign_budgets WHERE campaign_id IN (SELECT campaign_id FROM leases WHERE ${stuck})
    ORDER BY campaign_id FOR UPDATE`);
  const { rows } = await tx.execute<Record<"id" | "campaign_id" | "granted" | "consumed", string>>(sql`
    WITH stuck AS (
      SELECT id, campaign_id, granted_micros, consumed_micros FROM leases WHERE ${stuck} FOR UPDATE
    ), released AS (
      UPDATE leases l SET granted_micros = l.consumed_micros FROM stuck s WHERE l.id = s.id
    ), given_back AS (
      UPDATE campaign_budgets b SET leased_micros = b.leased_micros - s.micros
      FROM (SELECT campaign_id, sum(granted_micros - consumed_micros)::bigint AS micros FROM stuck GROUP BY campaign_id) s
      WHERE b.campaign_id = s.campaign_id
    )
    SELECT id, campaign_id, granted_micros::text AS granted, consumed_micros::text AS consumed FROM stuck ORDER BY id`);
  return rows.map((row) => ({
    leaseId: row.id,
    campaignId: Number(row.campaign_id),
    grantedMicros: row.granted,
    consumedMicros: row.consumed,
  }));
}
