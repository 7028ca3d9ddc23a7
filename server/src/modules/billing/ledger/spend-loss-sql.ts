import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

export type SpendLoss = {
  batch: string;
  campaignId: number;
  /** Charged after the budget was used up. */
  beyondBudgetMicros: bigint;
  /** Settled by delivery after the reservation was given back. */
  beyondReservationMicros: bigint;
  at: Date;
};

/** Records the cost of impressions that can no longer be charged, so that every charge is accounted for. */
export async function noteSpendLoss(tx: Transaction, loss: SpendLoss): Promise<void> {
  await tx.execute(sql`
    insert into spend_losses (batch, campaign_id, beyond_budget_micros, beyond_reservation_micros, at)
    values (${loss.batch}, ${loss.campaignId}, ${loss.beyondBudgetMicros.toString()},
      ${loss.beyondReservationMicros.toString()}, ${loss.at.toISOString()})
    on conflict (batch, campaign_id) do nothing`);
}
