import type { Executor } from "@litfass/platform/postgres/postgres";
import { campaignMoney } from "../../../server/src/modules/spend/campaign-money-sql.ts";

type Micros = Record<"budgetMicros" | "spentMicros" | "leasedMicros" | "heldMicros", bigint>;

/** The money of every campaign ever published, as the nightly reconciliation reads it. */
export async function listCampaignMoney(db: Executor): Promise<({ campaignId: number } & Micros)[]> {
  const { rows } =
    await db.execute<Record<"campaign_id" | "budget" | "spent" | "leased" | "held", string>>(campaignMoney);
  return rows.map((row) => ({
    campaignId: Number(row.campaign_id),
    budgetMicros: BigInt(row.budget),
    spentMicros: BigInt(row.spent),
    leasedMicros: BigInt(row.leased),
    heldMicros: BigInt(row.held),
  }));
}
