import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** A campaign's money according to delivery, in micros. */
export type CampaignMoney = {
  campaignId: number;
  budgetMicros: bigint;
  /** Settled so far. */
  spentMicros: bigint;
  /** The recorded lease total, and the actual sum of open leases. */
  leasedMicros: bigint;
  heldMicros: bigint;
};

/** The money of every campaign ever published. */
export async function listCampaignMoney(db: Executor): Promise<CampaignMoney[]> {
  const { rows } = await db.execute<Record<"campaign_id" | "budget" | "spent" | "leased" | "held", string>>(sql`
    select b.campaign_id, b.budget_micros as budget, b.spent_micros as spent, b.leased_micros as leased,
      coalesce(l.held, 0)::bigint as held
    from campaign_budgets b left join (
      select campaign_id, sum(granted_micros - consumed_micros) as held from leases where closed_at is null
      group by campaign_id) l on l.campaign_id = b.campaign_id`);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    budgetMicros: BigInt(row.budget),
    spentMicros: BigInt(row.spent),
    leasedMicros: BigInt(row.leased),
    heldMicros: BigInt(row.held),
  }));
}
