import type { Executor, Transaction } from "@litfass/platform/postgres/postgres";
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

export type LossSums = { beyondBudgetMicros: bigint; beyondReservationMicros: bigint };

/** The losses of each campaign that has any. */
export async function spendLosses(db: Executor): Promise<Map<number, LossSums>> {
  const { rows } = await db.execute<{ campaign_id: string; budget: string; reservation: string }>(sql`
    select campaign_id, sum(beyond_budget_micros)::bigint as budget, sum(beyond_reservation_micros)::bigint as reservation
    from spend_losses group by campaign_id`);
  return new Map(
    rows.map((row) => [
      Number(row.campaign_id),
      { beyondBudgetMicros: BigInt(row.budget), beyondReservationMicros: BigInt(row.reservation) },
    ]),
  );
}
