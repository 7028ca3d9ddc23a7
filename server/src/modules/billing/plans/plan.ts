import { type PlanId, planIds } from "@litfass/contract/billing/billing";
import { impressionsFor, microsOfMinor } from "@litfass/contract/kernel/money";

/** A plan runs three months (CONST-005, CONST-008). */
export const monthsPerBooking = 3;

/** Monthly prices in minor units, the same in CHF and EUR (CONST-011 to CONST-013). */
const pricePerMonthMinor: Record<PlanId, number> = { starter: 50_000, standard: 150_000, advanced: 450_000 };

export type PlanFigures = {
  id: PlanId;
  pricePerMonthMinor: number;
  priceMinor: number;
  priceMicros: bigint;
  impressionsPerMonth: number;
  impressionsPerBooking: number;
};

/** A plan's figures: the impressions its price buys at 25 CPM (CONST-016). */
export function planFigures(id: PlanId): PlanFigures {
  const perMonth = pricePerMonthMinor[id];
  const price = perMonth * monthsPerBooking;
  return {
    id,
    pricePerMonthMinor: perMonth,
    priceMinor: price,
    priceMicros: microsOfMinor(price),
    impressionsPerMonth: impressionsFor(perMonth),
    impressionsPerBooking: impressionsFor(price),
  };
}

export const allPlans = (): PlanFigures[] => planIds.map(planFigures);
