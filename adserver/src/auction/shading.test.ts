import { normalOf, seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import { addressesOf, someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { exchangeTerms } from "./exchange-terms.ts";
import { pace } from "./pacing/pacing-loop.ts";
import { newShading, shadePrice } from "./shading.ts";

const headers = { "user-agent": someAgent };
const stepMs = 10_000;
const warmUp = 1_500;
/** The campaign runs this long, and a day gets its share of the budget. */
const days = 30;
const margins = { minimum: 10, target: 20 };
const limit = 22.5;
/** The best rival of each site, per thousand: the median of its bids, which spread by a tenth. */
const sites = [
  { domain: "cheap.example", level: 3 },
  { domain: "usual.example", level: 6 },
  { domain: "dear.example", level: 11 },
];

/** A day of first-price auctions against rivals and their floors. The campaign needs `needed` of the impressions. */
async function simulate(seed: number, needed: number, requests = 5_000) {
  const random = seededRandom(seed);
  const adServer = testAdServer([testSnapshot({ budgetMicros: String(days * needed * 25_000) })], { seed });
  adServer.engine.terms = exchangeTerms([{ name: "sandbox", margins }]);
  const bids: number[] = [];
  let [paid, lowest, wins] = [0, 0, 0];
  for (let request = 0; request < requests; request++) {
    const { domain, level } = sites[Math.floor(random.number() * sites.length)]!;
    const rival = level * Math.exp(0.1 * normalOf(random));
    const floor = Math.round(level * 70) / 100;
    const { imp } = testRequest();
    const site = { domain, page: `https://${domain}/a`, cat: ["IAB12"] };
    const answer = await adServer.bid(
      testRequest({ at: 1, site, imp: [{ ...imp[0], bidfloor: floor, bidfloorcur: "CHF" }] }),
    );
    if (answer.status === 200) {
      const bid = answer.body.seatbid[0].bid[0];
      bids.push(bid.price);
      expect(bid.price).toBeGreaterThanOrEqual(floor);
      expect(bid.price).toBeLessThanOrEqual(limit);
      if (bid.price > rival) {
        const { impression, viewable } = addressesOf(bid.adm);
        await adServer.call("GET", bid.burl.replace(`\${AUCTION_PRICE}`, String(bid.price)));
        for (const address of [impression, viewable]) await adServer.call("GET", address, { headers });
        if (request >= warmUp) {
          wins++;
          paid += bid.price;
          lowest += Math.max(floor, rival);
        }
      } else await adServer.call("GET", bid.lurl);
    }
    adServer.clock.advance(stepMs);
    pace(adServer.engine);
  }
  const share = adServer.engine.states.get(1)!.pace.plan?.shareMicros ?? 0;
  const spent = adServer.engine.leases.current.get(1)!.consumedMicros;
  return { bids, ratio: paid / lowest, wins, meanPaid: paid / wins, spentPart: spent / share };
}

test.each([1, 2, 3])(
  "pays at most 15 % above the lowest winning price, and spends the day's share (seed %i)",
  async (seed) => {
    const { ratio, wins, spentPart } = await simulate(seed, 800);
    console.log(
      `first-price simulation, seed ${seed}: ratio ${ratio.toFixed(3)}, wins ${wins}, spent ${spentPart.toFixed(3)}`,
    );
    expect(wins).toBeGreaterThan(200);
    expect(ratio).toBeLessThanOrEqual(1.15);
    expect(spentPart).toBeGreaterThan(0.95);
    expect(spentPart).toBeLessThanOrEqual(1);
  },
  120_000,
);

test("bids more where pacing needs every chance than where it has plenty", async () => {
  const [plenty, scarce] = [await simulate(4, 300), await simulate(4, 4_500)];
  expect(scarce.meanPaid).toBeGreaterThan(plenty.meanPaid);
}, 120_000);

test("the same seed gives the same bids", async () => {
  const [first, second] = [await simulate(5, 800, 1_500), await simulate(5, 800, 1_500)];
  expect(first.bids.length).toBeGreaterThan(100);
  expect(first.bids).toEqual(second.bids);
}, 120_000);

test("memory is bounded: the placements known longest are dropped", () => {
  const shading = newShading();
  const bid = { floor: 1, highest: 20, target: 15, participation: 1, perFranc: 1, draw: 0.5 };
  for (let placement = 0; placement < 10_050; placement++) shadePrice(shading, `p${placement}`, bid);
  expect([shading.size, shading.has("p49"), shading.has("p50")]).toEqual([10_000, false, true]);
});
