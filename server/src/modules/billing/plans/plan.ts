import { type PlanId, planIds } from "@litfass/contract/billing/billing";
import { impressionsFor, microsOfMinor } from "@litfass/contract/kernel/money";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";

/** A plan runs three months (CONST-005, CONST-008). */
export const monthsPerBooking = 3;

export type PlanFigures = {
  id: PlanId;
  pricePerMonthMinor: number;
  priceMinor: number;
  impressionsPerMonth: number;
  impressionsPerBooking: number;
};

/** The price of a booking in minor units. */
export const bookingPriceMinor = (id: PlanId, { plans }: Pick<CurrencyPrices, "plans">): number =>
  plans[id].price_per_month * monthsPerBooking;

export const bookingPriceMicros = (id: PlanId, prices: CurrencyPrices): bigint =>
  microsOfMinor(bookingPriceMinor(id, prices));

/** A plan's figures: the impressions its price buys at the CPM of the currency (CONST-016). */
export function planFigures(id: PlanId, prices: CurrencyPrices): PlanFigures {
  const { plans, cpm } = prices;
  const perMonth = plans[id].price_per_month;
  const price = bookingPriceMinor(id, prices);
  return {
    id,
    pricePerMonthMinor: perMonth,
    priceMinor: price,
    impressionsPerMonth: impressionsFor(perMonth, cpm),
    impressionsPerBooking: impressionsFor(price, cpm),
  };
}

export const allPlans = (prices: CurrencyPrices): PlanFigures[] => planIds.map((id) => planFigures(id, prices));
