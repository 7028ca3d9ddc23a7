import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { replayJournal } from "../serving/trackers/replay-journal.ts";
import { resumeDayMargins } from "../serving/trackers/resume-day-margins.ts";
import { addressesOf, someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { newDayMargin, noteCharge, noteCost } from "./day-margin.ts";
import { exchangeTerms } from "./exchange-terms.ts";
import { pace } from "./pacing/pacing-loop.ts";

const headers = { "user-agent": someAgent };
const bot = { "user-agent": "Googlebot/2.1" };
const fees = { percent: 5, perThousand: 0.1, currency: "CHF" };

/** Days of second-price auctions in which the winner pays its whole bid; the exchange bills invalid impressions, too. */
async function simulate(invalidPart: number, auctions: number) {
  const random = seededRandom(7);
  const adServer = testAdServer([testSnapshot({ budgetMicros: "9000000000" })], { seed: 7 });
  adServer.engine.terms = exchangeTerms([{ name: "sandbox", fees, margins: { minimum: 10, target: 10 } }]);
  const prices: number[] = [];
  for (let auction = 0; auction < auctions; auction++) {
    adServer.clock.advance(2_000);
    pace(adServer.engine);
    const { status, body } = await adServer.bid(testRequest({ at: 2 }));
    if (status !== 200) continue;
    const [bid] = body.seatbid[0].bid;
    const { impression, viewable } = addressesOf(bid.adm);
    const isInvalid = random.number() < invalidPart;
    await adServer.call("GET", impression, { headers: isInvalid ? bot : headers });
    await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, String(bid.price)));
    if (!isInvalid) await adServer.call("GET", viewable, { headers });
    prices.push(bid.price);
  }
  const sum = (field: "charge_micros" | "media_cost_micros") =>
    adServer.events.reduce((all, event) => all + (event[field] ?? 0), 0);
  return { adServer, prices, margin: 1 - sum("media_cost_micros") / sum("charge_micros") };
}

test.each([0, 0.05, 0.2, 0.3])(
  "a day keeps the minimum margin though a share of %d of the billed impressions is not charged",
  async (invalidPart) => {
    const { margin, prices } = await simulate(invalidPart, 1_200);
    console.log(`${prices.length} impressions, invalid ${invalidPart}: margin ${(100 * margin).toFixed(2)}%`);
    expect(prices.length).toBeGreaterThan(500);
    expect(margin).toBeGreaterThanOrEqual(0.1);
    // No more is left than the rule wants.
    expect(margin).toBeLessThan(0.13);
  },
);

test("a deficit lowers the bids of its day alone, to half of the limit at most", async () => {
  const { adServer } = await simulate(0, 5);
  const state = adServer.engine.states.get(1)!;
  noteCost(state.margin, 300_000);
  adServer.clock.advance(2_000);
  const { body } = await adServer.bid(testRequest({ at: 2 }));
  expect(body.seatbid[0].bid[0].price).toBeCloseTo(((25 * 0.9 - 0.1) / 1.05) * 0.5, 3);
  adServer.engine.leases.current.get(1)!.dayOn = "2030-01-02";
  pace(adServer.engine);
  expect(state.margin).toEqual(newDayMargin("2030-01-02"));
});

test("a restarted process continues the day with what its journal says, shipped or not", async () => {
  const killed = (await simulate(0.3, 400)).adServer;
  const { margin } = killed.engine.states.get(1)!;
  expect(margin.factor).toBeLessThan(1);
  const restarted = async (dayOn: string) => {
    const adServer = testAdServer([testSnapshot()]);
    const { engine, instance } = adServer;
    engine.terms = killed.engine.terms;
    adServer.clock.set(killed.clock.now());
    engine.leases.current.get(1)!.dayOn = dayOn;
    async function* shipped() {
      yield* killed.events.slice(0, 300);
    }
    const history = { shipped, knowsSinceMs: () => 0 };
    resumeDayMargins(engine, await replayJournal(instance.counting, killed.events.slice(300), history));
    return engine.states.get(1)!.margin;
  };
  const resumed = await restarted("2026-03-02");
  expect(resumed.costMicros).toBe(margin.costMicros);
  expect(resumed.allowedMicros).toBeCloseTo(margin.allowedMicros);
  expect(resumed.perImpression).toBeCloseTo(margin.perImpression);
  expect(resumed.factor).toBeCloseTo(margin.factor);
  expect(await restarted("2026-03-03")).toEqual(newDayMargin("2026-03-03"));
});

test("what may be spent is that of the exchanges which sold the impressions, and nothing before the first charge", () => {
  const margin = newDayMargin("2026-03-02");
  noteCost(margin, 5_000);
  expect(margin.factor).toBe(1);
  noteCharge(margin, 0, 10);
  expect(margin).toMatchObject({ allowedMicros: 0, factor: 1 });
  noteCharge(margin, 25_000, 10);
  noteCharge(margin, 25_000, 50);
  expect(margin).toMatchObject({ allowedMicros: 22_500 + 12_500, factor: 1 });
  noteCost(margin, 40_000);
  expect(margin.factor).toBeCloseTo(1 - (10_000 + 350) / (12_500 * 10));
});
