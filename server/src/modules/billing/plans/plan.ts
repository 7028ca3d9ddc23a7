import { type PlanId, planIds } from "@litfass/contract/billing/billing";
import { impressionsFor, microsOfMinor } from "@litfass/contract/kernel/money";
import { defaultTermMonths } from "@litfass/contract/settings/default-benefits";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";

export type PlanFigures = {
  id: PlanId;
  pricePerMonthMinor: number;
  priceMinor: number;
  termMonths: number;
  impressionsPerMonth: number;
  impressionsPerBooking: number;
};

/** The price of a booking in minor units. */
export const bookingPriceMinor = (id: PlanId, { plans }: Pick<CurrencyPrices, "plans">): number =>
  plans[id].price_per_month * plans[id].term_months;

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
    termMonths: plans[id].term_months,
    impressionsPerMonth: impressionsFor(perMonth, cpm),
    impressionsPerBooking: impressionsFor(price, cpm),
  };
}

export const allPlans = (prices: CurrencyPrices): PlanFigures[] => planIds.map((id) => planFigures(id, prices));

/** A booked plan and how many months it runs, which later price lists do not change. */
export type Booked = { plan: PlanId; months: number };

/** The booking in a row; those of earlier releases have no term of their own. */
export const bookedOf = (plan: PlanId, months: number | null | undefined): Booked => ({
  plan,
  months: months ?? defaultTermMonths,
});
