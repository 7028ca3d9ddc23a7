import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Delivery's current view of a campaign's money and viewability. */
export type DeliveryStatus = {
  campaignId: number;
  isLive: boolean;
  budgetMicros: bigint;
  spentMicros: bigint;
  leasedMicros: bigint;
  /** The even share of a full day. */
  evenDayMicros: bigint;
  impressions: number;
  measured: number;
  viewable: number;
};

/** For these campaigns, if they were ever published. Settled spend lags by some seconds. */
export async function listDeliveryStatus(db: Executor, campaignIds: number[]): Promise<DeliveryStatus[]> {
  if (campaignIds.length === 0) return [];
  const { rows } = await db.execute<Record<string, string | boolean>>(sql`
    SELECT s.campaign_id, s.is_live, b.budget_micros, b.spent_micros, b.leased_micros, b.even_day_micros,
      coalesce(v.impressions, 0) AS impressions, coalesce(v.measured, 0) AS measured,
      coalesce(v.viewable, 0) AS viewable
    FROM campaign_snapshots s JOIN campaign_budgets b USING (campaign_id)
    LEFT JOIN campaign_visibility v USING (campaign_id)
    WHERE s.campaign_id = ANY(${sql.param(campaignIds)}::bigint[]) ORDER BY s.campaign_id`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    isLive: row.is_live === true,
    budgetMicros: BigInt(row.budget_micros as string),
    spentMicros: BigInt(row.spent_micros as string),
    leasedMicros: BigInt(row.leased_micros as string),
    evenDayMicros: BigInt(row.even_day_micros as string),
    impressions: Number(row.impressions),
    measured: Number(row.measured),
    viewable: Number(row.viewable),
  }));
}
