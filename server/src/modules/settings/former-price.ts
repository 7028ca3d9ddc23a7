import type { PlanId } from "@litfass/contract/billing/billing";
import type { MessageKey } from "@litfass/contract/kernel/messages";
import { appliesOn, discountedMinor } from "@litfass/contract/settings/plan-discounts";
import type { CurrencyDiscount, CurrencyPlan, CurrencyPrices } from "@litfass/contract/settings/price-list";
import { addMonths, dayOf, formatDay } from "../billing/index.ts";

/** A version of the price list in one currency, and since when it applies; the first one since the installation has customers. */
export type PriceVersion = { from: Date; plans: CurrencyPrices["plans"] };

/** Why a discount would compare with a price that nobody paid. */
export type FormerPriceProblem = { field: "first_on" | "last_on" | "introductory"; key: MessageKey; values: Values };
type Values = Record<string, string | number>;

/** How long a price must have applied to be compared with for any time, and how long a lower one rules that out. */
const provenDays = 30;

const dayMs = 86_400_000;
const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The lowest price at which a plan was sold to anybody on a day. */
const lowestOn = ({ price_per_month, discount }: CurrencyPlan, day: string): number =>
  discount && appliesOn(discount, day) ? discountedMinor(price_per_month, discount) : price_per_month;

/**
 * Checks what a discount is compared with, by the versions of the price list (oldest first). The list price that is
 * struck through must have applied until the day before: for 30 days, or else for twice as long as the discount lasts.
 * In the 30 days before nobody was asked for less. An introductory price has no former price, and lasts two months at
 * most. That satisfies the Swiss Price Indication Ordinance (PBV art. 16, version of 2025) and article 6a of Directive
 * 98/6/EC, whichever is stricter.
 */
export function formerPriceProblem(
  plan: PlanId,
  next: CurrencyPlan & { discount: CurrencyDiscount },
  versions: PriceVersion[],
  now: Date,
): FormerPriceProblem | null {
  const { first_on, last_on, introductory } = next.discount;
  const before = daysBefore(plan, next, versions, now);
  const list = next.price_per_month;
  const isList = (day: Day): boolean => day.prices.every((price) => price === list);
  const changed = before.findIndex((day) => !isList(day));
  const proven = changed < 0 ? before.length : changed;
  if (introductory) {
    const until = shifted(
      addMonths(new Date(`${first_on}T00:00:00Z`), 2)
        .toISOString()
        .slice(0, 10),
      -1,
    );
    if (changed >= 0 || proven >= provenDays) return problem("introductory", "discount.introductory_known");
    return last_on > until ? problem("last_on", "discount.introductory_long", { date: formatDay(until) }) : null;
  }
  const lower = before.find(({ prices }) => prices.some((price) => price < list));
  if (lower) {
    return problem("first_on", "discount.lower_before", { date: formatDay(shifted(lower.on, provenDays + 1)) });
  }
  if (proven >= provenDays) return null;
  const allowed = Math.floor(proven / 2);
  if (allowed === 0) return problem("first_on", "discount.no_former_price");
  const until = shifted(first_on, allowed - 1);
  return last_on > until ? problem("last_on", "discount.too_long", { days: proven, date: formatDay(until) }) : null;
}

const problem = (field: FormerPriceProblem["field"], key: MessageKey, values: Values = {}): FormerPriceProblem => ({
  field,
  key,
  values,
});

type Day = { on: string; prices: number[] };

/**
 * The days before a discount on which the plan was or will be offered, the latest first, at most 30, with every price
 * of the day.
 */
function daysBefore(
  plan: PlanId,
  next: CurrencyPlan & { discount: CurrencyDiscount },
  versions: PriceVersion[],
  now: Date,
): Day[] {
  const applied = [
    ...versions.map(({ from, plans }) => ({ from, setting: plans[plan] })),
    { from: now, setting: next },
  ];
  const spans = applied.map(({ from, setting }, at) => ({
    setting,
    first: dayOf(from),
    // A version still applied in the morning of the day on which the next one came.
    last: applied[at + 1] ? dayOf(applied[at + 1]!.from) : "9999-12-31",
  }));
  const since = spans[0]?.first ?? dayOf(now);
  const days: Day[] = [];
  for (let back = 1; back <= provenDays; back += 1) {
    const on = shifted(next.discount.first_on, -back);
    if (on < since) break;
    const prices = spans
      .filter(({ first, last }) => first <= on && on <= last)
      .map(({ setting }) => lowestOn(setting, on));
    days.push({ on, prices });
  }
  return days;
}
