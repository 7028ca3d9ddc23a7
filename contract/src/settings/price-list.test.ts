import { randomInt } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { smallestCharge } from "../billing/card-charges.ts";
import { countryCodes } from "../kernel/country/countries.ts";
import { usualCurrencyRates } from "../kernel/currency-rates.ts";
import { fieldErrors } from "../kernel/field-errors.ts";
import { fieldLabel } from "../kernel/messages/field-labels.ts";
import { amountOfMinor, type Currency, currencies } from "../kernel/money.ts";
import { type Amounts, amountIn } from "./amounts.ts";
import { defaultPayouts, minimumPayoutOf } from "./default-payouts.ts";
import { defaultPrices } from "./default-settings.ts";
import { currencyOfCountry } from "./offered-currencies.ts";
import { type PriceList, pricesIn, pricesSchema } from "./price-list.ts";

const seed = Number(process.env.CURRENCY_SEED ?? randomInt(2 ** 31 - 1));
console.info(`price lists in all currencies: seed ${seed}`);

const encoded = pricesSchema.encode(defaultPrices);
const errorsOf = (settings: object): string[] => {
  const parsed = pricesSchema.safeParse({ ...encoded, ...settings });
  return parsed.success ? [] : Object.keys(fieldErrors(parsed.error, "en"));
};
const countries = [...countryCodes];
const offer = (...codes: Currency[]) => ({
  offered: codes.map((currency) => ({ currency, countries: [] })),
  elsewhere: codes[0],
});

test("every known currency has a name, a default rate and a smallest charge; the default is francs and euros", () => {
  for (const currency of currencies) {
    expect([currency, fieldLabel(currency, "en")]).not.toEqual([currency, currency]);
    expect(usualCurrencyRates.perFranc[currency]).toBeGreaterThan(0);
    expect(smallestCharge[currency]).toBeGreaterThan(0);
    expect(new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions()).toMatchObject({
      maximumFractionDigits: 2,
    });
  }
  expect(["CH", "LI", "DE", "GB", null].map((code) => currencyOfCountry(defaultPrices.currencies, code))).toEqual([
    ...["CHF", "CHF", "EUR", "EUR", "CHF"],
  ]);
});

test("a list stored by an earlier release offers francs and euros at the same figures", () => {
  const { currencies: _, ...earlier } = encoded;
  const parsed = pricesSchema.parse(earlier);
  expect(parsed).toEqual(defaultPrices);
  expect(pricesIn(parsed, "EUR")).toEqual({ ...pricesIn(parsed, "CHF"), currency: "EUR" });
  expect([pricesIn(parsed, "CHF").label, pricesIn(parsed, "EUR").label]).toEqual(["CHF/€", "CHF/€"]);
});

test("what an offered currency lacks is an error at its field", () => {
  expect(errorsOf({ currencies: offer("CHF", "GBP") })).toEqual(["cpm.GBP"]);
  const own = { CHF: 500, EUR: 500 };
  const cpm = { CHF: 25, EUR: 25, GBP: 20 };
  const { plans } = encoded;
  expect(errorsOf({ cpm, plans: { ...plans, standard: { price_per_month: own } }, minimum_top_up: own })).toEqual([
    ...["plans.standard.price_per_month.GBP", "minimum_top_up.GBP"],
  ]);
  expect(errorsOf({ cpm, volume_bonus: [{ at_least: own, percent: 3 }] })).toEqual(["volume_bonus.0.at_least.GBP"]);
  expect(errorsOf({ cpm, banner_set: { ...own, GBP: 0.1 } })).toEqual(["banner_set.GBP"]);
  expect(errorsOf({ cpm, banner_set: 0.1 })).toEqual(["banner_set"]);
  expect(errorsOf({ cpm: { ...cpm, XXX: 1 } })).not.toEqual([]);
  expect(errorsOf({ currencies: { ...offer("CHF"), elsewhere: "EUR" } })).toEqual(["currencies.elsewhere"]);
  expect(errorsOf({ currencies: { offered: [], elsewhere: "EUR" } })).toContain("currencies.offered");
  expect(errorsOf({ currencies: offer("GBP", "GBP"), cpm })).toEqual(["currencies.offered"]);
});

test("a discount leaves at least what a card can be charged, in every currency", () => {
  const discount = {
    ...{ percent: null, first_on: "2026-05-01", last_on: "2026-05-31", first_purchase_only: false },
    ...{ label: { en: "", de: "", fr: "", it: "" }, introductory: true },
  };
  const withDiscount = (amount_per_month: Amounts, CZK: number) => ({
    cpm: { CHF: 25, EUR: 25, CZK: 500 },
    plans: {
      ...encoded.plans,
      starter: { price_per_month: { CHF: 500, EUR: 500, CZK }, discount: { ...discount, amount_per_month } },
    },
  });
  const path = "plans.starter.discount.amount_per_month";
  expect(errorsOf(withDiscount({ CHF: 100, EUR: 100, CZK: 9_985 }, 10_000))).toEqual([]);
  expect(errorsOf(withDiscount({ CHF: 100, EUR: 100, CZK: 9_985.01 }, 10_000))).toEqual([path]);
  expect(errorsOf(withDiscount({ CHF: 100, EUR: 100 }, 10_000))).toEqual([`${path}.CZK`]);
});

test("any price list in any currencies keeps its amounts through the API's format, and resolves each of them", () => {
  const code = fc.constantFrom(...currencies);
  const minor = fc.integer({ min: 20_000, max: 90_000_00 });
  const lists = fc.uniqueArray(code, { minLength: 1, maxLength: currencies.length }).chain((codes) => {
    const amounts: fc.Arbitrary<Amounts> = fc.oneof(
      minor,
      fc.tuple(...codes.map(() => minor)).map((each) => Object.fromEntries(codes.map((one, at) => [one, each[at]]))),
    );
    const plan = amounts.map((price_per_month) => ({ price_per_month, term_months: 3, discount: null }));
    return fc.record({
      currencies: fc.constant({
        offered: codes.map((currency, at) => ({ currency, countries: [countries[at]!] })),
        elsewhere: codes[0]!,
      }),
      cpm: fc
        .tuple(...codes.map(() => minor))
        .map((each): Partial<Record<Currency, number>> => Object.fromEntries(codes.map((one, at) => [one, each[at]]))),
      plans: fc.record({ starter: plan, standard: plan, advanced: plan }),
      plan_benefits: fc.constant(defaultPrices.plan_benefits),
      banner_set: amounts,
      minimum_top_up: minor,
      volume_bonus: fc.constant<PriceList["volume_bonus"]>([]),
    });
  });
  fc.assert(
    fc.property(lists, (list) => {
      const stored = pricesSchema.encode(list);
      expect(pricesSchema.parse(structuredClone(stored))).toEqual(list);
      for (const { currency, countries: own } of list.currencies.offered) {
        const prices = pricesIn(list, currency);
        expect(currencyOfCountry(list.currencies, own[0]!)).toBe(currency);
        expect(prices.plans.advanced.price_per_month).toBe(amountIn(list.plans.advanced.price_per_month, currency));
        expect(stored.cpm[currency]).toBe(amountOfMinor(prices.cpm));
      }
    }),
    { seed, numRuns: 60 },
  );
});

test("a smallest payout that names no currency leaves what applied before", () => {
  const minimums = [
    { from_month: "2026-01", CHF: 20_00, GBP: 15_00 },
    { from_month: "2026-03", CHF: 30_00 },
  ];
  const least = (currency: Currency) => minimumPayoutOf({ ...defaultPayouts, minimums }, "2026-04", currency);
  expect([least("CHF"), least("GBP"), least("DKK")]).toEqual([30_00, 15_00, 10_00]);
});
