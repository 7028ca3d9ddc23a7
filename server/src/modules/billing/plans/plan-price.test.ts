import { planIds } from "@litfass/contract/billing/billing";
import { byLanguage } from "@litfass/contract/kernel/language";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { discountedMinor } from "@litfass/contract/settings/plan-discounts";
import { type CurrencyDiscount, type CurrencyPrices, pricesIn } from "@litfass/contract/settings/price-list";
import { bonusMinor } from "@litfass/contract/settings/volume-bonus";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Agreed, type Buyer, planPrice, visitorOn, withAgreedCpm } from "./plan-price.ts";

const francs = pricesIn(defaultPrices, "CHF");
const offer: CurrencyDiscount = {
  percent: 12.5,
  amount_per_month: null,
  first_on: "2026-04-01",
  last_on: "2026-04-30",
  label: byLanguage(() => ""),
  first_purchase_only: false,
  introductory: false,
};
const withOffer = (changes: Partial<CurrencyDiscount>): CurrencyPrices => ({
  ...francs,
  plans: { ...francs.plans, starter: { ...francs.plans.starter, discount: { ...offer, ...changes } } },
});
const agreed: Agreed = { cpmPercent: 10, planPercent: 20, firstOn: "2026-01-01", lastOn: "2026-12-31" };
const buyer = (changes: Partial<Buyer> = {}): Buyer => ({ ...visitorOn("2026-04-15"), ...changes });

test("a discount applies from its first to its last day", () => {
  const on = (day: string) => planPrice("starter", withOffer({}), visitorOn(day)).minor;
  expect(["2026-03-31", "2026-04-01", "2026-04-30", "2026-05-01"].map(on)).toEqual([50_000, 43_750, 43_750, 50_000]);
  expect(planPrice("standard", withOffer({}), visitorOn("2026-04-15"))).toMatchObject({ reduction: null });
});

test("a discount for the first purchase is not given again", () => {
  const prices = withOffer({ first_purchase_only: true });
  expect(planPrice("starter", prices, buyer()).minor).toBe(43_750);
  expect(planPrice("starter", prices, buyer({ isFirstPurchase: false }))).toMatchObject({
    minor: 50_000,
    reduction: null,
  });
});

test("of two discounts the lower price applies, and they are not added up", () => {
  const both = planPrice("starter", withOffer({}), buyer({ agreed }));
  expect([both.minor, both.reduction?.terms.kind, both.reduction?.lastOn]).toEqual([40_000, "agreed", "2026-12-31"]);
  const better = planPrice("starter", withOffer({ percent: 30 }), buyer({ agreed }));
  expect([better.minor, better.reduction?.terms.kind]).toEqual([35_000, "offer"]);
});

test("the reason of a discount has a built-in word, and an introductory price says that it is one", () => {
  const label = (changes: Partial<CurrencyDiscount>) =>
    planPrice("starter", withOffer(changes), buyer()).reduction?.terms.texts;
  expect(label({})).toMatchObject({ en: "Discount", de: "Rabatt", fr: "Remise", it: "Sconto" });
  const own = { ...byLanguage(() => ""), en: "Launch offer", de: "Startangebot" };
  expect(label({ label: own, introductory: true })).toMatchObject({
    en: "Launch offer · Introductory price",
    de: "Startangebot · Einführungspreis",
    fr: "Launch offer · Prix de lancement",
  });
});

test("an agreement lowers the price of a thousand impressions", () => {
  expect(withAgreedCpm(francs, agreed).cpm).toBe(2_250);
  expect(withAgreedCpm(francs, null)).toBe(francs);
});

test("any price and percentage: rounded half up to the minor unit, never above the list price or below zero", () => {
  const seed = Number(process.env.PRICE_SEED ?? Date.now() % 2_147_483_647);
  console.info(`discounts (seed ${seed})`);
  const percent = fc.integer({ min: 1, max: 9_000 }).map((hundredths) => hundredths / 100);
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000_00 }), percent, fc.constantFrom(...planIds), (list, part, id) => {
      const reduced = discountedMinor(list, { percent: part, amount_per_month: null });
      const exactTimes10000 = BigInt(list) * (10_000n - BigInt(Math.round(part * 100)));
      const miss = BigInt(reduced) * 10_000n - exactTimes10000;
      const plans = { ...francs.plans, [id]: { price_per_month: list, discount: { ...offer, percent: part } } };
      const price = planPrice(id, { plans }, buyer());
      const cpm = withAgreedCpm({ ...francs, cpm: list }, { cpmPercent: part }).cpm;
      return (
        // The discount is rounded half up, so that the price is rounded half down.
        2n * miss < 10_000n &&
        2n * miss >= -10_000n &&
        reduced >= 0 &&
        reduced <= list &&
        price.minor === reduced &&
        cpm === Math.max(1, reduced)
      );
    }),
    { seed, numRuns: 20_000 },
  );
  const steps = [
    { at_least: 1_000_00, percent: 3 },
    { at_least: 5_000_00, percent: 5.5 },
  ];
  expect([999_99, 1_000_00, 4_999_99, 5_000_00].map((paid) => bonusMinor(paid, steps))).toEqual([
    0, 30_00, 150_00, 275_00,
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 100_000_000 }), (one, other) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      return bonusMinor(less, steps) <= bonusMinor(more, steps) && bonusMinor(more, steps) <= more / 2;
    }),
    { seed, numRuns: 5_000 },
  );
});
