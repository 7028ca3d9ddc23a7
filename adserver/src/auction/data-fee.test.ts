import { randomInt } from "node:crypto";
import type { SnapshotDataFee } from "@litfass/contract/adserver/snapshot";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { addressesOf, someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { cheapestFee, compileDataFees } from "./data-fee.ts";
import { exchangeTerms } from "./exchange-terms.ts";
import { pace } from "./pacing/pacing-loop.ts";

const headers = { "user-agent": someAgent };

const rates = { asOfOn: "2026-03-02", perFranc: { CHF: 1, EUR: 1.1, USD: 1.25 } };
const feeOf = (changes: Partial<SnapshotDataFee> = {}): SnapshotDataFee => ({
  ...{ audience: 7, segments: ["s7"], percent: 0, perThousand: 2, currency: "CHF" },
  ...changes,
});
const targeting = (...dataFees: SnapshotDataFee[]) => ({
  targeting: { audiences: dataFees.flatMap(({ segments }) => segments), dataFees },
});
const visitor = (...ids: string[]) => ({ user: { id: "v", data: [{ segment: ids.map((id) => ({ id })) }] } });

test("of several matching audiences the cheapest is used, a free one before all others", () => {
  const snapshot = testSnapshot(
    targeting(feeOf(), feeOf({ audience: 8, segments: ["s8"], percent: 6, perThousand: 0.4, currency: "EUR" })),
  );
  snapshot.targeting.audiences.push("free");
  const fees = compileDataFees(snapshot)!;
  const cheapest = (price: number, ...segments: string[]) => cheapestFee(fees, segments, price, "CHF", rates);
  // 6% of 25.00 and 0.36 are 1.86; of 30.00 they are 2.16.
  expect(cheapest(25, "s7", "s8")?.audience).toBe(8);
  expect(cheapest(30, "s7", "s8")?.audience).toBe(7);
  expect(cheapest(25, "s7", "free", "s8")).toBeUndefined();
  expect(cheapestFee(fees, ["s8"], 25, "CHF", { ...rates, perFranc: { CHF: 1 } })).toBeNull();
  expect(compileDataFees(testSnapshot())).toBeUndefined();
});

test("the cost states the fee in the currency of the account", async () => {
  const fee = feeOf({ audience: 9, percent: 10, perThousand: 1.1, currency: "EUR" });
  const adServer = testAdServer([testSnapshot(targeting(fee))]);
  adServer.engine.rates = rates;
  const exchangeFees = { percent: 5, perThousand: 0.2, currency: "CHF" };
  adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees: exchangeFees }]);
  const { body } = await adServer.bid(testRequest({ cur: ["USD"], ...visitor("other", "s7") }));
  await adServer.call("GET", body.seatbid[0].bid[0].burl.replace(`\${AUCTION_PRICE}`, "10"));
  // 10 USD are 8 CHF: 5% and 0.2 of the exchange, 10% and 1 CHF of the provider.
  expect(adServer.events.find(({ kind }) => kind === "cost")).toMatchObject({
    ...{ media_cost_micros: 8_600, exchange_fee_micros: 600, data_fee_micros: 1_800, audience_id: 9, currency: "CHF" },
  });
  // The margin of the campaign's day bears both.
  expect(adServer.engine.states.get(1)?.margin.costMicros).toBe(10_400);
});

test("a campaign without an audience that costs has no data fee", async () => {
  const adServer = testAdServer([testSnapshot({ targeting: { audiences: ["s7"] } })]);
  const { body } = await adServer.bid(testRequest(visitor("s7")));
  await adServer.call("GET", body.seatbid[0].bid[0].burl.replace(`\${AUCTION_PRICE}`, "3"));
  expect(adServer.events.find(({ kind }) => kind === "cost")).toMatchObject({
    ...{ media_cost_micros: 3_000, exchange_fee_micros: 0, data_fee_micros: 0, audience_id: 0 },
  });
});

test("each bid leaves the margin after data fees, and the parts add up to the spend to the micro", async () => {
  const seed = randomInt(2 ** 31 - 1);
  console.log(`data fees: seed ${seed}`);
  const random = seededRandom(seed);
  const between = (most: number, digits: number): number => Math.round(random.number() * most * digits) / digits;
  for (let round = 0; round < 12; round++) {
    const fees = { percent: between(15, 100), perThousand: between(0.4, 10_000), currency: "EUR" };
    const minimum = between(40, 100);
    const fee = feeOf({ percent: between(20, 100), perThousand: between(3, 10_000), currency: "USD" });
    const adServer = testAdServer([testSnapshot({ ...targeting(fee), budgetMicros: "9000000000" })], { seed: round });
    adServer.engine.rates = rates;
    adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees, margins: { minimum, target: minimum } }]);
    let [exactCost, exactFee, exactData] = [0, 0, 0];
    for (let auction = 0; auction < 60; auction++) {
      adServer.clock.advance(2_000);
      pace(adServer.engine);
      const { status, body } = await adServer.bid(
        testRequest({ cur: ["EUR"], at: 2, user: { ...visitor("s7").user, id: `v${auction}` } }),
      );
      if (status !== 200) continue;
      const [bid] = body.seatbid[0].bid;
      // In CHF: what the highest price costs with all fees.
      const dearest = (bid.price * (1 + (fees.percent + fee.percent) / 100) + fees.perThousand) / 1.1;
      expect([seed, round, dearest + fee.perThousand / 1.25]).toEqual([
        seed,
        round,
        expect.toSatisfy((cost: number) => cost <= 25 * (1 - minimum / 100) * (1 + 1e-12)),
      ]);
      const paid = Math.round(bid.price * (0.3 + 0.7 * random.number()) * 10_000) / 10_000;
      const { impression, viewable } = addressesOf(bid.adm);
      await adServer.call("GET", impression, { headers });
      await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, String(paid)));
      await adServer.call("GET", viewable, { headers });
      exactFee += (((paid * fees.percent) / 100 + fees.perThousand) / 1.1) * 1000;
      exactCost += ((paid + (paid * fees.percent) / 100 + fees.perThousand) / 1.1) * 1000;
      exactData += ((paid * fee.percent) / 100 / 1.1 + fee.perThousand / 1.25) * 1000;
    }
    const costs = adServer.events.filter(({ kind }) => kind === "cost");
    const sum = (field: "media_cost_micros" | "exchange_fee_micros" | "data_fee_micros" | "charge_micros") =>
      adServer.events.reduce((all, event) => all + (event[field] ?? 0), 0);
    expect(costs.length).toBeGreaterThan(20);
    for (const event of costs) {
      expect(event.exchange_fee_micros).toBeLessThanOrEqual(event.media_cost_micros!);
      const site = event.media_cost_micros! - event.exchange_fee_micros!;
      const platform = 25_000 - site - event.exchange_fee_micros! - event.data_fee_micros!;
      // One micro of each amount is rounding that the next impression makes up for.
      expect(platform).toBeGreaterThanOrEqual(25_000 * (minimum / 100) - 2);
    }
    expect(Math.abs(sum("media_cost_micros") - exactCost)).toBeLessThan(0.51);
    expect(Math.abs(sum("exchange_fee_micros") - exactFee)).toBeLessThan(0.51);
    expect(Math.abs(sum("data_fee_micros") - exactData)).toBeLessThan(0.51);
    const margin = sum("charge_micros") - sum("media_cost_micros") - sum("data_fee_micros");
    expect(margin).toBeGreaterThanOrEqual((sum("charge_micros") * minimum) / 100 - 2);
  }
});
