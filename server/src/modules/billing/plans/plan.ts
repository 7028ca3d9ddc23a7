import { type PlanId, planIds } from "@litfass/contract/billing/billing";
import { type Currency, impressionsFor, microsOfMinor } from "@litfass/contract/kernel/money";
import type { PriceList } from "@litfass/contract/settings/operator-settings";

/** A plan runs three months (CONST-005, CONST-008). */
export const monthsPerBooking = 3;

export type PlanFigures = {
  id: PlanId;
  pricePerMonthMinor: number;
  priceMinor: number;
  impressionsPerMonth: number;
  impressionsPerBooking: number;
};

/** The price of a booking in minor units, the same amount in CHF and EUR. */
export const bookingPriceMinor = (id: PlanId, { plans }: PriceList): number =>
  plans[id].price_per_month * monthsPerBooking;

export const bookingPriceMicros = (id: PlanId, prices: PriceList): bigint =>
  microsOfMinor(bookingPriceMinor(id, prices));

/** A plan's figures: the impressions its price buys at the CPM of the currency (CONST-016). */
export function planFigures(id: PlanId, prices: PriceList, currency: Currency): PlanFigures {
  const { plans, cpm } = prices;
  const perMonth = plans[id].price_per_month;
  const price = bookingPriceMinor(id, prices);
  return {
    id,
    pricePerMonthMinor: perMonth,
    priceMinor: price,
    impressionsPerMonth: impressionsFor(perMonth, cpm[currency]),
    impressionsPerBooking: impressionsFor(price, cpm[currency]),
  };
}

export const allPlans = (prices: PriceList, currency: Currency): PlanFigures[] =>
  planIds.map((id) => planFigures(id, prices, currency));
