import type { CurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { currencies } from "@litfass/contract/kernel/money";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { highestPrice, lowestPrice } from "./bid-price.ts";
import { noteCharge } from "./day-margin.ts";
import { exchangeTerms } from "./exchange-terms.ts";

/** An exact fraction of a decimal number, because the test must not round like the code it tests. */
type Fraction = { over: bigint; under: bigint };

function fraction(value: number): Fraction {
  const [whole = "", decimals = ""] = String(value).split(".");
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}
const isBelow = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;

const inCurrency = (amount: number, from: string, to: string, { perFranc }: CurrencyRates): Fraction => {
  const [a, f, t] = [fraction(amount), fraction(perFranc[from]!), fraction(perFranc[to]!)];
  return from === to ? a : { over: a.over * f.under * t.over, under: a.under * f.over * t.under };
};

const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });
const minus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under - b.over * a.under,
  under: a.under * b.under,
});
const inverse = ({ over, under }: Fraction): Fraction => ({ over: under, under: over });
const hundred = { over: 1n, under: 100n };
const one = { over: 1n, under: 1n };

const auctions = ["open", "first price", "second price", "fixed"] as const;

test.each([1, 2, 3, 4])(
  "no bid is below its floor or leaves less than the margin after fees (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    const below = (most: number): number => Math.floor(random.number() * most);
    const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;
    let bids = 0;
    let exact = 0;
    for (let round = 0; round < 300; round++) {
      const rates: CurrencyRates = {
        asOfOn: "2026-03-01",
        perFranc: { CHF: 1, EUR: pick([0.93, 1.07, 1.0777]), USD: pick([1.25, 1.1234, 1.3]), JPY: pick([180, 181.37]) },
      };
      const [own, floorCurrency, currency] = [
        pick(["CHF", "EUR"]),
        pick(["CHF", "EUR", "USD"]),
        pick(["CHF", "EUR", "USD", "JPY"]),
      ];
      const priceMicros = 1_000 + below(40_000);
      const full = priceMicros / 1_000;
      const margin = pick([0, 0, 10, 12.5, 33.33]);
      const fees = pick([
        { percent: 0, perThousand: 0, currency: "CHF" },
        { percent: 5.25, perThousand: 0, currency: "CHF" },
        { percent: 0, perThousand: 0.1234, currency: "USD" },
        { percent: 12, perThousand: 0.3, currency: "JPY" },
      ]);
      // Most floors are close to the highest bid, where rounding matters.
      const franc =
        full / rates.perFranc[own]! / (100 / (100 - margin)) - fees.perThousand / rates.perFranc[fees.currency]!;
      const near = (Math.max(0, franc) / (1 + fees.percent / 100)) * rates.perFranc[floorCurrency]!;
      const floor = Number((near * pick([1, 1, 0.99999, 1.00001, random.number()])).toFixed(below(7)));
      const auction = pick(auctions);
      const at = auctions.indexOf(auction);
      const adServer = testAdServer([testSnapshot({ currency: own, priceMicros: String(priceMicros) })], {
        seed: round,
      });
      adServer.engine.rates = rates;
      const margins = { minimum: margin, target: pick([margin, 40]) };
      adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees, margins }]);
      noteCharge(adServer.engine.states.get(1)!.margin, 1_000_000, 0);
      adServer.engine.states.get(1)!.pace.priceFactor = pick([1, 1, 0.6, 0.8371]);
      const banner = { w: 300, h: 250 };
      const metric = [{ type: "viewability", value: 1 }];
      const deal = { id: "deal", bidfloor: floor, bidfloorcur: floorCurrency, at };
      const imp =
        auction === "open"
          ? { id: "1", banner, metric, bidfloor: floor, bidfloorcur: floorCurrency }
          : { id: "1", banner, metric, pmp: { private_auction: 1, deals: [deal] } };
      const { status, body } = await adServer.bid(
        testRequest({ imp: [imp], cur: [currency], at: pick([1, 2]), test: 1 }),
      );
      expect(status).toBe(200);
      const least = inCurrency(floor, floorCurrency, currency, rates);
      const kept = times(minus(one, times(fraction(margin), hundred)), inCurrency(full, own, currency, rates));
      const afterFee = minus(kept, inCurrency(fees.perThousand, fees.currency, currency, rates));
      const withShare = minus(
        one,
        times({ over: -fraction(fees.percent).over, under: fraction(fees.percent).under }, hundred),
      );
      const most = times(afterFee, inverse(withShare));
      const step = (steps: bigint): Fraction => ({ over: steps, under: 10_000n });
      const minSteps = (least.over * 10_000n + least.under - 1n) / least.under;
      if (body.seatbid === undefined) {
        // Then no price of four decimals is between the two.
        expect([body.ext.reasons[0], isBelow(most, step(minSteps))]).toEqual([
          auction === "open" ? "below_floor" : "private_auction",
          true,
        ]);
        continue;
      }
      bids++;
      const price = fraction(body.seatbid[0].bid[0].price);
      expect(price.under <= 10_000n).toBe(true);
      expect([isBelow(price, least), isBelow(most, price)]).toEqual([false, false]);
      if (auction !== "fixed") continue;
      expect(isBelow(price, step(minSteps)) || isBelow(step(minSteps), price)).toBe(false);
      if (!isBelow(least, price)) exact++;
    }
    expect(bids).toBeGreaterThan(80);
    expect(exact).toBeGreaterThan(5);
  },
);

test("prices are rounded only where necessary", () => {
  const rates = { asOfOn: "2026-03-01", perFranc: { CHF: 1, EUR: 1.07, USD: 1.25 } };
  expect(lowestPrice(1.2345, "CHF", "CHF", rates)).toBe(1.2345);
  expect(lowestPrice(1.23456, "CHF", "CHF", rates)).toBe(1.2346);
  expect(highestPrice(1.23456, "CHF", "CHF", rates)).toBe(1.2345);
  expect(lowestPrice(10, "EUR", "USD", rates)).toBe(11.6823);
  expect(lowestPrice(3.3, "CHF", "USD", rates)).toBe(4.125);
  expect(lowestPrice(0, "EUR", "USD", rates)).toBe(0);
  for (let steps = 1; steps < 20_000; steps++) {
    const price = steps / 10_000;
    expect([lowestPrice(price, "CHF", "CHF", rates), highestPrice(price, "CHF", "CHF", rates)]).toEqual([price, price]);
  }
});

test("the bid starts around the target in a first-price auction, the limit in a second-price one, the floor of a fixed price", async () => {
  const margins = { minimum: 10, target: 40 };
  const terms = exchangeTerms([{ name: "sandbox", margins }]);
  const priceOf = async (at: number, deal?: object) => {
    const adServer = testAdServer([testSnapshot()]);
    adServer.engine.terms = terms;
    noteCharge(adServer.engine.states.get(1)!.margin, 1_000_000, 0);
    const pmp = deal && { private_auction: 1, deals: [{ id: "deal", bidfloorcur: "CHF", ...deal }] };
    const { imp } = testRequest();
    const { body } = await adServer.bid(testRequest({ at, imp: [{ ...imp[0], pmp, bidfloorcur: "CHF" }], test: 1 }));
    return body.seatbid?.[0].bid[0].price ?? body.ext.reasons[0];
  };
  // The first bids of a placement spread around the target, to learn its win rate.
  for (const price of [await priceOf(1), await priceOf(2, { bidfloor: 5, at: 1 })]) {
    expect(price).toBeGreaterThan(15 * Math.exp(-0.3));
    expect(price).toBeLessThan(15 * Math.exp(0.3));
  }
  expect(await priceOf(2)).toBe(22.5);
  expect(await priceOf(1, { bidfloor: 22.5 })).toBe(22.5);
  expect(await priceOf(1, { bidfloor: 5, at: 2 })).toBe(22.5);
  expect(await priceOf(1, { bidfloor: 22.5, at: 3 })).toBe(22.5);
  expect(await priceOf(1, { bidfloor: 22.5001, at: 3 })).toBe("private_auction");
});

test("between any two known currencies a price is converted to the closest bid that is not above it or not below it", () => {
  const seed = Number(process.env.CURRENCY_SEED ?? Date.now() % 2_147_483_647);
  console.info(`conversion between currencies: seed ${seed}`);
  const random = seededRandom(seed);
  const rateOf = (currency: string): number =>
    currency === "CHF" ? 1 : Number((0.5 + random.number() * 30).toPrecision(6));
  const step = fraction(0.0001);
  for (const from of currencies) {
    for (const to of currencies) {
      const perFranc = Object.fromEntries(currencies.map((currency) => [currency, rateOf(currency)]));
      const rates = { asOfOn: "2026-03-01", perFranc };
      const amount = Math.floor(random.number() * 100_000) / 1_000;
      const exact = inCurrency(amount, from, to, rates);
      const [down, up] = [highestPrice(amount, from, to, rates), lowestPrice(amount, from, to, rates)].map((price) =>
        fraction(price ?? Number.NaN),
      ) as [Fraction, Fraction];
      expect([from, to, isBelow(exact, down), isBelow(up, exact)]).toEqual([from, to, false, false]);
      expect([isBelow(step, minus(exact, down)), isBelow(step, minus(up, exact))]).toEqual([false, false]);
    }
  }
});
