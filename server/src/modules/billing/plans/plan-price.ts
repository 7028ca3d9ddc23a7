import type { PlanId } from "@litfass/contract/billing/billing";
import { shareOfMinor } from "@litfass/contract/kernel/percent";
import { appliesOn, discountedMinor } from "@litfass/contract/settings/plan-discounts";
import type { CurrencyPrices } from "@litfass/contract/settings/price-list";
import { agreedTerms, type DiscountTerms, labelOf } from "../prices/discount-terms.ts";

/** What is agreed with a customer and applies today; percentages of the list price. */
export type Agreed = { cpmPercent: number; planPercent: number; firstOn: string; lastOn: string };

/** For whom and when a price is computed. A visitor has bought nothing yet. */
export type Buyer = { agreed: Agreed | null; isFirstPurchase: boolean; on: string };
export const visitorOn = (on: string): Buyer => ({ agreed: null, isFirstPurchase: true, on });

/** Prices per month in minor units. */
export type PlanPrice = {
  listMinor: number;
  minor: number;
  /** Null: the list price applies. */
  reduction: { terms: DiscountTerms; lastOn: string } | null;
};

/**
 * What a plan costs a buyer per month. A discount of the price list and one that is agreed with the customer are not
 * added up: the lower price applies.
 */
export function planPrice(id: PlanId, { plans }: Pick<CurrencyPrices, "plans">, buyer: Buyer): PlanPrice {
  const { price_per_month: listMinor, discount } = plans[id];
  const prices: PlanPrice[] = [{ listMinor, minor: listMinor, reduction: null }];
  if (discount && appliesOn(discount, buyer.on) && (buyer.isFirstPurchase || !discount.first_purchase_only)) {
    const terms: DiscountTerms = {
      kind: discount.introductory ? "introductory" : "offer",
      texts: labelOf(discount),
      percent: discount.percent,
      firstPurchaseOnly: discount.first_purchase_only,
    };
    prices.push({
      listMinor,
      minor: discountedMinor(listMinor, discount),
      reduction: { terms, lastOn: discount.last_on },
    });
  }
  const { agreed } = buyer;
  if (agreed && agreed.planPercent > 0) {
    prices.push({
      listMinor,
      minor: listMinor - shareOfMinor(listMinor, agreed.planPercent),
      reduction: { terms: agreedTerms(agreed.planPercent), lastOn: agreed.lastOn },
    });
  }
  return prices.reduce((best, each) => (each.minor < best.minor ? each : best));
}

/** The price list with the price of a thousand impressions that is agreed with a customer. */
export function withAgreedCpm(prices: CurrencyPrices, agreed: Pick<Agreed, "cpmPercent"> | null): CurrencyPrices {
  if (!agreed || agreed.cpmPercent === 0) return prices;
  return { ...prices, cpm: Math.max(1, prices.cpm - shareOfMinor(prices.cpm, agreed.cpmPercent)) };
}
