import { planIds } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { message } from "@litfass/contract/kernel/messages";
import { type PriceList, pricedCurrencies, pricesIn } from "@litfass/contract/settings/price-list";
import { dayOf } from "../billing/index.ts";
import { formerPriceProblem, type PriceVersion } from "./former-price.ts";

type PlanSetting = PriceList["plans"][keyof PriceList["plans"]];

/** What the check depends on: another label is no other discount. */
const termsOf = ({ price_per_month, discount }: PlanSetting): string => {
  const { label: _, ...terms } = discount ?? { label: null };
  return JSON.stringify([price_per_month, terms]);
};

/** Plans with a discount that is new or changed and not over. */
export const newDiscounts = (next: PriceList, before: PriceList, now: Date) =>
  planIds.flatMap((plan) => {
    const { discount } = next.plans[plan];
    const isSame = termsOf(next.plans[plan]) === termsOf(before.plans[plan]);
    if (!discount || isSame || discount.last_on < dayOf(now)) return [];
    return [{ plan, setting: { ...next.plans[plan], discount } }];
  });

/** A version of the whole price list, and since when it applies. */
type ListVersion = { from: Date; prices: PriceList };

/** Why discounts may not be compared with their former price in a currency, by field; empty if they may. */
export function discountErrors(
  discounts: ReturnType<typeof newDiscounts>,
  next: PriceList,
  versions: ListVersion[],
  { now, lang }: { now: Date; lang: Language },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const currency of pricedCurrencies(next)) {
    const known = versions.filter(({ prices }) => prices.cpm[currency] !== undefined);
    const before: PriceVersion[] = known.map(({ from, prices }) => ({ from, plans: pricesIn(prices, currency).plans }));
    for (const { plan } of discounts) {
      const { discount, ...terms } = pricesIn(next, currency).plans[plan];
      const found = discount && formerPriceProblem(plan, { ...terms, discount }, before, now);
      if (!found) continue;
      errors[`settings.plans.${plan}.discount.${found.field}`] ??= [message(found.key, lang, found.values)];
    }
  }
  return errors;
}
