import { byLanguage } from "@litfass/contract/kernel/language";
import { defaultPrices } from "@litfass/contract/settings/default-settings";
import { type CurrencyDiscount, pricesIn } from "@litfass/contract/settings/price-list";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formerPriceProblem, type PriceVersion } from "./former-price.ts";

const offer = (changes: Partial<CurrencyDiscount>): CurrencyDiscount => ({
  percent: 20,
  amount_per_month: null,
  first_on: "2026-06-15",
  last_on: "2026-12-31",
  label: byLanguage(() => ""),
  first_purchase_only: false,
  introductory: false,
  ...changes,
});
/** A version of the price list from a moment (Zurich, in summer). */
const version = (at: string, price_per_month: number, discount: CurrencyDiscount | null = null): PriceVersion => ({
  from: new Date(`${at}+02:00`),
  plans: { ...pricesIn(defaultPrices, "CHF").plans, starter: { price_per_month, term_months: 3, discount } },
});
const now = new Date("2026-06-15T09:00:00+02:00");
const check = (versions: PriceVersion[], changes: Partial<CurrencyDiscount>, price_per_month = 50_000) => {
  const found = formerPriceProblem(
    "starter",
    { price_per_month, term_months: 3, discount: offer(changes) },
    versions,
    now,
  );
  return found && [found.key, Object.values(found.values).at(-1) ?? null];
};

test("a price that applied for 30 days may be compared with for any time", () => {
  expect(check([version("2026-05-01T12:00", 40_000), version("2026-05-16T00:30", 50_000)], {})).toEqual([
    "discount.lower_before",
    "16.06.2026",
  ]);
  expect(check([version("2026-05-01T12:00", 40_000), version("2026-05-15T23:30", 50_000)], {})).toBeNull();
  expect(check([version("2026-05-16T00:30", 50_000)], {})).toBeNull();
  expect(check([version("2020-01-01T00:00", 50_000)], { last_on: "2030-12-31" })).toBeNull();
});

test("a price that applied for fewer days may be compared with for half as long", () => {
  const versions = [version("2026-06-05T12:00", 50_000)];
  expect(check(versions, { last_on: "2026-06-19" })).toBeNull();
  expect(check(versions, { last_on: "2026-06-20" })).toEqual(["discount.too_long", "19.06.2026"]);
  // A higher price before does not matter; the lower one is what was asked last.
  const lowered = [version("2020-01-01T00:00", 60_000), version("2026-06-11T12:00", 50_000)];
  expect(check(lowered, { last_on: "2026-06-15" })).toBeNull();
  expect(check(lowered, { last_on: "2026-06-16" })).toEqual(["discount.too_long", "15.06.2026"]);
});

test("a price that nobody was asked for is no former price, also if it is raised with the discount", () => {
  expect(check([version("2026-06-15T08:00", 50_000)], {})).toEqual(["discount.no_former_price", null]);
  const raised = check([version("2020-01-01T00:00", 50_000)], {}, 60_000);
  expect(raised).toEqual(["discount.lower_before", "15.07.2026"]);
  expect(check([version("2020-01-01T00:00", 50_000)], { first_on: "2026-07-16" }, 60_000)).toBeNull();
  expect(check([version("2020-01-01T00:00", 50_000)], { first_on: "2026-07-15" }, 60_000)).toEqual([
    "discount.lower_before",
    "16.07.2026",
  ]);
});

test("after a discount the list price applies for 30 days before the next one", () => {
  const earlier = offer({ first_on: "2026-05-01", last_on: "2026-05-20" });
  const versions = [version("2020-01-01T00:00", 50_000), version("2026-04-20T09:00", 50_000, earlier)];
  expect(check(versions, {})).toEqual(["discount.lower_before", "20.06.2026"]);
  expect(check(versions, { first_on: "2026-06-20" })).toBeNull();
  // One that goes on, or becomes larger, has the same former price.
  const running = offer({ first_on: "2026-06-01", last_on: "2026-06-30" });
  const going = [version("2020-01-01T00:00", 50_000), version("2026-05-20T09:00", 50_000, running)];
  expect(check(going, { first_on: "2026-06-01", percent: 40 })).toBeNull();
  // One that was ended by hand on a day counts for that day.
  const ended = [...going, version("2026-06-10T09:00", 50_000)];
  expect(check(ended, {})).toEqual(["discount.lower_before", "11.07.2026"]);
});

test("an introductory price is for a plan that nobody knew, for two months", () => {
  const fresh = [version("2026-06-10T09:00", 50_000)];
  expect(check(fresh, { introductory: true, last_on: "2026-08-14" })).toBeNull();
  expect(check(fresh, { introductory: true, last_on: "2026-08-15" })).toEqual([
    "discount.introductory_long",
    "14.08.2026",
  ]);
  const known = ["discount.introductory_known", null];
  expect(check([version("2020-01-01T00:00", 50_000)], { introductory: true, last_on: "2026-06-30" })).toEqual(known);
  expect(check([...fresh, version("2026-06-12T09:00", 70_000)], { introductory: true, last_on: "2026-06-30" })).toEqual(
    known,
  );
});

test("any history: an accepted discount compares with what was asked before, and never with more than the lowest price", () => {
  const seed = Number(process.env.PRICE_SEED ?? Date.now() % 2_147_483_647);
  console.info(`price histories (seed ${seed})`);
  const day = (at: number): string => new Date(Date.UTC(2026, 5, 15 + at)).toISOString().slice(0, 10);
  const change = fc.record({ ago: fc.integer({ min: 0, max: 60 }), price: fc.constantFrom(40_000, 50_000, 60_000) });
  let accepted = 0;
  fc.assert(
    fc.property(
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 90 }),
      (changes, startsIn, lasts) => {
        const ordered = [...changes].sort((a, b) => b.ago - a.ago);
        const versions = ordered.map(({ ago, price }) => version(`${day(-ago)}T08:00`, price));
        const found = check(versions, { first_on: day(startsIn), last_on: day(startsIn + lasts - 1) });
        if (found !== null) return true;
        accepted += 1;
        // Prices by day, in the simplest way: every version that applied at any time of it.
        const askedOn = (at: number): number[] => {
          const asked = ordered.filter(({ ago }, index) => -ago <= at && -(ordered[index + 1]?.ago ?? 0) >= at);
          return [...asked.map(({ price }) => price), ...(at >= 0 ? [50_000] : [])];
        };
        let applied = 0;
        while (
          applied < 30 &&
          askedOn(startsIn - 1 - applied).every((price) => price === 50_000) &&
          startsIn - 1 - applied >= -ordered[0]!.ago
        )
          applied += 1;
        const window = Array.from({ length: 30 }, (_, back) => askedOn(startsIn - 1 - back)).flat();
        return Math.min(50_000, ...window) === 50_000 && (applied === 30 || lasts <= applied / 2);
      },
    ),
    { seed, numRuns: 1_000 },
  );
  expect(accepted).toBeGreaterThan(20);
});
