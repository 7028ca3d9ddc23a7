import type { Plan, PlanId } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor } from "@litfass/contract/kernel/money";
import type { PriceList } from "@litfass/contract/settings/operator-settings";
import { offeredPlans, visitorOn } from "../../billing/index.ts";

/** The price list and the day (YYYY-MM-DD) on which a page is shown. */
export type PublicPrices = { prices: PriceList; today: string };

export type PlanReduction = NonNullable<Plan["discount"]>;

type PlanOffer = {
  id: PlanId;
  name: string;
  /** Amounts without a currency, because they are the same in CHF and EUR: `1'500`. */
  price: string;
  pricePerMonth: string;
  /** What a new customer pays less, and until when; null: the list price applies. */
  discount: PlanReduction | null;
  /** Whole units of the price per month, for machines. */
  monthlyAmount: number;
  impressionsPerBooking: number;
  benefits: string[];
};

/** The packages and prices that the public pages show, the only place where they read them. */
export function planOffers(
  language: Language,
  { prices, today }: PublicPrices,
): { plans: PlanOffer[]; lowest: string; cpm: string } {
  const plans = offeredPlans(language, prices, "CHF", visitorOn(today)).map((plan) => ({
    id: plan.id,
    name: plan.name,
    price: plan.price_formatted,
    pricePerMonth: plan.price_per_month_formatted,
    discount: plan.discount,
    monthlyAmount: plan.price_per_month / 100,
    impressionsPerBooking: plan.impressions_per_booking,
    benefits: [...plan.benefits.KPI, ...plan.benefits.TARGETING, ...plan.benefits.HTML5],
  }));
  const lowest = plans.reduce((least, plan) => (plan.monthlyAmount < least.monthlyAmount ? plan : least));
  return { plans, lowest: lowest.pricePerMonth, cpm: formatMinor(prices.cpm.CHF).replace(/\.00$/, "") };
}
