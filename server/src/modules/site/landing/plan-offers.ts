import type { Plan, PlanId } from "@litfass/contract/billing/billing";
import { termsText } from "@litfass/contract/billing/term-text";
import type { Language } from "@litfass/contract/kernel/language";
import { amountOfMinor, type Currency } from "@litfass/contract/kernel/money";
import { type CurrencyPrices, type PriceList, pricesIn } from "@litfass/contract/settings/price-list";
import { offeredPlans, planPrice, visitorOn } from "../../billing/index.ts";
import { type CurrencyStyle, offeredAmounts } from "./offered-amounts.ts";

/** The price list and the day (YYYY-MM-DD) on which a page is shown. */
export type PublicPrices = { prices: PriceList; today: string };

export type PlanReduction = NonNullable<Plan["discount"]>;

export type PlanOffer = {
  id: PlanId;
  name: string;
  /** In the first offered currency: `CHF 1'500`. */
  price: string;
  currency: Currency;
  /** In every offered currency: `CHF/EUR 500`. */
  pricePerMonth: string;
  /** What a new customer pays less, and until when; null: the list price applies. */
  discount: PlanReduction | null;
  /** Whole units of the price per month in each offered currency, for machines. */
  monthlyAmounts: { currency: Currency; amount: number }[];
  impressionsPerBooking: number;
  /** How many months a booking runs. */
  months: number;
  benefits: string[];
};

/** The packages and prices that the public pages show, the only place where they read them. */
export function planOffers(language: Language, { prices, today }: PublicPrices) {
  const buyer = visitorOn(today);
  const [first, ...others] = prices.currencies.offered.map((each) => pricesIn(prices, each.currency));
  if (!first) throw new Error("The price list offers no currency");
  const monthly = (id: PlanId) => (list: CurrencyPrices) => planPrice(id, list, buyer).minor;
  const plans = offeredPlans(language, first, buyer).map(
    (plan): PlanOffer => ({
      id: plan.id,
      name: plan.name,
      price: `${first.currency} ${plan.price_formatted}`,
      currency: first.currency,
      pricePerMonth: offeredAmounts(language, prices, monthly(plan.id)),
      discount: plan.discount,
      monthlyAmounts: [first, ...others].map((list) => ({
        currency: list.currency,
        amount: amountOfMinor(monthly(plan.id)(list)),
      })),
      impressionsPerBooking: plan.impressions_per_booking,
      months: plan.term_months,
      benefits: [...plan.benefits.KPI, ...plan.benefits.TARGETING, ...plan.benefits.HTML5],
    }),
  );
  const lowestIn = (list: CurrencyPrices): number => Math.min(...plans.map(({ id }) => monthly(id)(list)));
  const lowest = (style: CurrencyStyle): string => offeredAmounts(language, prices, lowestIn, style);
  const cpm = (style: CurrencyStyle): string => offeredAmounts(language, prices, (list) => list.cpm, style);
  return {
    plans,
    /** How long the plans run: `3 months`. */
    term: termsText(
      plans.map(({ months }) => months),
      language,
    ),
    /** The lowest price per month and the price of a thousand impressions, in every offered currency. */
    texts: { price: lowest("listed"), reversed: lowest("reversed"), cpm: cpm("listed"), spoken: cpm("spoken") },
  };
}
