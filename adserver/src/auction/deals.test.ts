import type { SnapshotDeal } from "@litfass/contract/adserver/snapshot";
import { expect, test } from "vitest";
import { parseBidRequest } from "../openrtb/request/parse-bid-request.ts";
import { type TestAdServer, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { funnelCounters, takeFunnel } from "./funnel.ts";
import { matchTraffic } from "./purchasable-slots.ts";

const own = (changes: Partial<SnapshotDeal> = {}): SnapshotDeal => ({
  exchange: "sandbox",
  id: "d-1",
  placements: [],
  isFixed: false,
  priceMicros: "10000000",
  currency: "CHF",
  startAt: null,
  endAt: null,
  ...changes,
});
const buying = (...deals: SnapshotDeal[]) => testSnapshot({ targeting: { deals } });
const offered = (deals: unknown[], isPrivate = 0) => {
  const request = testRequest();
  const [imp] = request.imp;
  return { ...request, imp: [{ ...imp, pmp: { private_auction: isPrivate, deals } }] };
};
async function answer(adServer: TestAdServer, body: object, exchange = "sandbox") {
  const { status, body: read } = await adServer.bid({ test: 1, ...body }, exchange);
  expect(status).toBe(200);
  if (read.nbr !== undefined) return read.ext.reasons;
  const { dealid, price } = read.seatbid[0].bid[0];
  return { dealid, price };
}
const wins = (deal: SnapshotDeal, body: object) => answer(testAdServer([buying(deal)]), body);

test("a campaign with deals bids only for slots that carry one of them, in private auctions as well", async () => {
  for (const isPrivate of [0, 1]) {
    expect(await wins(own(), offered([{ id: "d-1" }], isPrivate))).toEqual({ dealid: "d-1", price: 25 });
    expect(await wins(own(), offered([{ id: "other" }, { id: "d-1" }], isPrivate))).toMatchObject({ dealid: "d-1" });
    expect(await wins(own(), offered([{ id: "other" }], isPrivate))).toEqual(["no_deal"]);
  }
  expect(await wins(own(), testRequest())).toEqual(["no_deal"]);
  expect(await wins(own({ exchange: "elsewhere" }), offered([{ id: "d-1" }]))).toEqual(["no_deal"]);
  expect(await wins(own(), offered([{ id: "d-1", wseat: ["another"] }]))).toEqual(["no_deal"]);
  expect(await wins(own(), offered([{ id: "d-1", wadomain: ["rival.example"] }]))).toEqual(["no_deal"]);
});

test("others keep bidding, without deals and under the first one that a slot offers", async () => {
  const adServer = testAdServer([buying(own({ id: "d-2" })), testSnapshot({ campaignId: 2 })]);
  expect(await answer(adServer, testRequest())).toEqual({ dealid: undefined, price: 25 });
  expect(await answer(adServer, offered([{ id: "d-9", bidfloor: 1, bidfloorcur: "CHF" }]))).toEqual({
    dealid: "d-9",
    price: 25,
  });
});

test("a deal reserved for other accounts is used by none but these, with or without deals of their own", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const reserve = (uid: string) => {
    adServer.engine.reservedDeals = new Map([["sandbox", new Map([["d-1", new Set([uid])]])]]);
  };
  reserve("somebody-else");
  expect(await answer(adServer, offered([{ id: "d-1" }], 1))).toEqual(["private_auction"]);
  expect(await answer(adServer, offered([{ id: "d-1" }, { id: "d-2" }], 1))).toMatchObject({ dealid: "d-2" });
  reserve("owner-1");
  expect(await answer(adServer, offered([{ id: "d-1" }], 1))).toMatchObject({ dealid: "d-1" });
});

test("a fixed price is the bid, a floor the least bid, both after conversion to the bid's currency", async () => {
  expect(await wins(own({ isFixed: true, priceMicros: "12500000" }), offered([{ id: "d-1" }]))).toEqual({
    dealid: "d-1",
    price: 12.5,
  });
  // A first-price auction shades its bids, but not the agreed price.
  const agreed = testAdServer([buying(own({ isFixed: true }))], { seed: 3 });
  for (let times = 0; times < 5; times++) {
    agreed.clock.advance(60_000);
    expect(await answer(agreed, { ...offered([{ id: "d-1" }]), at: 1 })).toEqual({ dealid: "d-1", price: 10 });
  }
  // One franc is 1.25 dollars.
  const dollars = { currency: "USD", priceMicros: "12500000" };
  expect(await wins(own({ isFixed: true, ...dollars }), offered([{ id: "d-1" }]))).toMatchObject({ price: 10 });
  const adServer = testAdServer([buying(own(dollars))]);
  adServer.engine.states.get(1)!.pace.priceFactor = 0.2;
  expect(await answer(adServer, offered([{ id: "d-1" }]))).toEqual({ dealid: "d-1", price: 10 });
  expect(await wins(own({ priceMicros: "25100000" }), offered([{ id: "d-1" }]))).toEqual(["below_floor"]);
  expect(await wins(own({ currency: "XXX" }), offered([{ id: "d-1" }]))).toEqual(["below_floor"]);
});

test("the exchange's floor counts as well, but never lifts an agreed fixed price", async () => {
  const asks = (bidfloor: number, at?: number) => offered([{ id: "d-1", bidfloor, bidfloorcur: "CHF", at }]);
  const adServer = testAdServer([buying(own())]);
  adServer.engine.states.get(1)!.pace.priceFactor = 0.2;
  expect(await answer(adServer, asks(11))).toEqual({ dealid: "d-1", price: 11 });
  expect(await wins(own(), asks(11, 3))).toEqual({ dealid: "d-1", price: 11 });
  expect(await wins(own({ isFixed: true }), asks(9))).toEqual({ dealid: "d-1", price: 10 });
  expect(await wins(own({ isFixed: true }), asks(11))).toEqual(["below_floor"]);
});

test("a deal holds in its period, and one that cannot be bought through lets the next one have its turn", async () => {
  const tomorrow = "2026-03-02T23:00:00.000Z";
  const over = "2026-03-01T23:00:00.000Z";
  expect(await wins(own({ startAt: tomorrow }), offered([{ id: "d-1" }]))).toEqual(["no_deal"]);
  expect(await wins(own({ endAt: over }), offered([{ id: "d-1" }]))).toEqual(["no_deal"]);
  const adServer = testAdServer([buying(own({ priceMicros: "90000000" }), own({ id: "d-2", endAt: tomorrow }))]);
  expect(await answer(adServer, offered([{ id: "d-1" }, { id: "d-2" }]))).toMatchObject({ dealid: "d-2" });
});

test("chances without one of the deals end there in the funnel", async () => {
  const adServer = testAdServer([buying(own()), testSnapshot({ campaignId: 2 })]);
  for (const body of [testRequest(), offered([{ id: "d-1" }]), offered([{ id: "d-2" }])]) {
    await adServer.bid(body);
    adServer.clock.advance(200);
  }
  const counts = takeFunnel(adServer.engine);
  const at = funnelCounters.indexOf("no_deal");
  expect([counts.get(1)?.[at], counts.get(2)?.[at]]).toEqual([2, 0]);
});

test("a forecast counts the slots with one of the deals, those of private auctions too", () => {
  const { instance } = testAdServer([]);
  const parse = (body: object) => {
    const read = parseBidRequest(body, instance.parseContext("sandbox"), 1);
    if (typeof read === "string") throw new Error(read);
    return read;
  };
  const requests = [testRequest(), offered([{ id: "d-1" }], 1), offered([{ id: "d-1", bidfloor: 90 }])].map(parse);
  const { slots } = matchTraffic(requests, [buying(own()), testSnapshot({ campaignId: 2 })]);
  expect(slots).toEqual([1, 2]);
});
