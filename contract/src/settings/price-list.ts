import { z } from "zod";
import { type PlanId, planIds } from "../billing/billing-shapes.ts";
import { smallestCharge } from "../billing/card-charges.ts";
import type { MessageKey } from "../kernel/messages.ts";
import { amountBetween, type Currency, currencies, currencySchema } from "../kernel/money.ts";
import { type Amounts, amountIn, amountsBetween } from "./amounts.ts";
import { defaultBenefits, defaultTermMonths } from "./default-benefits.ts";
import { defaultCurrencies } from "./default-currencies.ts";
import { offeredCurrenciesSchema } from "./offered-currencies.ts";
import { benefitsSchema, type PlanBenefits } from "./plan-benefits.ts";
import { discountedMinor, planDiscountSchema } from "./plan-discounts.ts";
import { volumeBonusSchema } from "./volume-bonus.ts";

// A price of zero would give every impression away, and divide by zero in forecasts.
const cpmSchema = amountBetween(10, 100_000_00);

/** The shortest booking (CONST-008). */
const minTermMonths = 3;

const planPriceSchema = z.strictObject({
  /** The list price per month. */
  price_per_month: amountsBetween(100, 1_000_000_00),
  /** How many months a booking runs. Settings stored earlier have the built-in term. */
  term_months: z.int().min(minTermMonths).max(36).default(defaultTermMonths),
  /** A lower price for a time; null: none. Settings stored earlier have none. */
  discount: planDiscountSchema.nullable().default(null),
});

/**
 * What the operator charges, and in which currencies. Amounts are minor units after parsing, decimal amounts in the API:
 * one for every currency, or one for each.
 */
export const pricesSchema = z
  .strictObject({
    /** The currencies of new accounts. Settings stored earlier have francs and euros. */
    currencies: offeredCurrenciesSchema.default(defaultCurrencies),
    /** Price of a thousand impressions by currency; also of those in which only existing accounts buy. */
    cpm: z.partialRecord(currencySchema, cpmSchema),
    plans: z.strictObject({
      starter: planPriceSchema,
      standard: planPriceSchema,
      advanced: planPriceSchema,
    } satisfies Record<PlanId, unknown>),
    /** What each plan includes beside its impressions. Settings stored earlier have the built-in texts. */
    plan_benefits: benefitsSchema.default(defaultBenefits),
    /** Once, for each custom banner set after the included one. */
    banner_set: amountsBetween(100, 1_000_000_00),
    /** The smallest budget that a customer can add by card, without VAT. */
    minimum_top_up: amountsBetween(1, 100_000_00),
    /** Budget on top of a payment by card, by amount. Settings stored earlier have none. */
    volume_bonus: volumeBonusSchema.default([]),
  })
  .check(({ value, issues }) => {
    for (const { path, message } of [...missingPrices(value), ...tooLargeDiscounts(value)]) {
      issues.push({ code: "custom", path, input: value, message });
    }
  });
export type PriceList = z.output<typeof pricesSchema>;

type Problem = { path: (string | number)[]; message: MessageKey };

/** Amounts that an offered currency lacks, or one that has a price of impressions. */
function missingPrices(prices: PriceList): Problem[] {
  const offered = prices.currencies.offered.map(({ currency }) => currency);
  const priced = currencies.filter((currency) => offered.includes(currency) || prices.cpm[currency] !== undefined);
  return priced.flatMap((currency) =>
    [{ path: ["cpm"], amounts: prices.cpm as Amounts }, ...amountsOf(prices)]
      .filter(({ amounts }) => amountIn(amounts, currency) === undefined)
      .map(({ path }): Problem => ({ path: [...path, currency], message: "settings.currency_price" })),
  );
}

const amountsOf = (prices: PriceList): { path: (string | number)[]; amounts: Amounts }[] => [
  ...planIds.flatMap((plan) => {
    const { price_per_month, discount } = prices.plans[plan];
    const path = ["plans", plan];
    const reduced = discount?.amount_per_month ?? null;
    return [
      { path: [...path, "price_per_month"], amounts: price_per_month },
      ...(reduced === null ? [] : [{ path: [...path, "discount", "amount_per_month"], amounts: reduced }]),
    ];
  }),
  { path: ["banner_set"], amounts: prices.banner_set },
  { path: ["minimum_top_up"], amounts: prices.minimum_top_up },
  ...prices.volume_bonus.map(({ at_least }, at) => ({ path: ["volume_bonus", at, "at_least"], amounts: at_least })),
];

/** A plan is sold, never given away, and cards cannot be charged less. */
function tooLargeDiscounts(prices: PriceList): Problem[] {
  return planIds.flatMap((plan): Problem[] => {
    const isTooLarge = pricedCurrencies(prices).some((currency) => {
      const { price_per_month, discount } = pricesIn(prices, currency).plans[plan];
      return discount !== null && discountedMinor(price_per_month, discount) < smallestCharge[currency];
    });
    if (!isTooLarge) return [];
    return [{ path: ["plans", plan, "discount", "amount_per_month"], message: "discount.too_large" }];
  });
}

/** The currencies that have prices. */
export const pricedCurrencies = ({ cpm }: Pick<PriceList, "cpm">): Currency[] =>
  currencies.filter((currency) => cpm[currency] !== undefined);

type PlanTerms = PriceList["plans"][PlanId];
export type CurrencyDiscount = Omit<NonNullable<PlanTerms["discount"]>, "amount_per_month"> & {
  amount_per_month: number | null;
};
export type CurrencyPlan = { price_per_month: number; term_months: number; discount: CurrencyDiscount | null };

/** The price list in one currency, in minor units. */
export type CurrencyPrices = {
  currency: Currency;
  /** What stands before amounts of the price list: the currency, or `CHF/€` where both have the same prices (UI-PLAN-005). */
  label: string;
  cpm: number;
  plans: Record<PlanId, CurrencyPlan>;
  plan_benefits: Record<PlanId, PlanBenefits>;
  banner_set: number;
  minimum_top_up: number;
  volume_bonus: { at_least: number; percent: number }[];
};

/**
 * The price list in one currency. A currency without prices belongs to accounts that buy nothing, such as those of
 * staff: they see the figures of the first currency that has prices.
 */
export function pricesIn(prices: PriceList, currency: Currency): CurrencyPrices {
  const priced = prices.cpm[currency] === undefined ? (pricedCurrencies(prices)[0] ?? currency) : currency;
  const amount = (amounts: Amounts): number => amountIn(amounts, priced) ?? 0;
  const plan = ({ price_per_month, term_months, discount }: PlanTerms): CurrencyPlan => ({
    price_per_month: amount(price_per_month),
    term_months,
    discount: discount && {
      ...discount,
      amount_per_month: discount.amount_per_month === null ? null : amount(discount.amount_per_month),
    },
  });
  const { starter, standard, advanced } = prices.plans;
  return {
    currency,
    label: labelOf(prices, currency),
    cpm: amount(prices.cpm),
    plans: { starter: plan(starter), standard: plan(standard), advanced: plan(advanced) },
    plan_benefits: prices.plan_benefits,
    banner_set: amount(prices.banner_set),
    minimum_top_up: amount(prices.minimum_top_up),
    volume_bonus: prices.volume_bonus.map(({ at_least, percent }) => ({ at_least: amount(at_least), percent })),
  };
}

const sharing: readonly Currency[] = ["CHF", "EUR"];

function labelOf(prices: PriceList, currency: Currency): string {
  const offered = prices.currencies.offered.map((each) => each.currency);
  const isShared =
    sharing.includes(currency) &&
    sharing.every((each) => offered.includes(each)) &&
    [prices.cpm, ...amountsOf(prices).map(({ amounts }) => amounts)].every(
      (amounts) => amountIn(amounts, "CHF") === amountIn(amounts, "EUR"),
    );
  return isShared ? "CHF/€" : currency;
}
