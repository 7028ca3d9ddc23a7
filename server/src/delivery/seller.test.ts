import type { SellerVerdict } from "@litfass/contract/sellers";
import { expect, test } from "vitest";
import { funnelCounters, takeFunnel } from "./funnel.ts";
import { noteVerdicts, takeMet } from "./seller-book.ts";
import { testDelivery, testRequest, testSnapshot } from "./testing-delivery.ts";

const system = "exchange.example";
const start = () => testDelivery([testSnapshot()], { exchangeDomains: { sandbox: system } });

const request = (schain?: unknown, publisher = "pub-1") =>
  testRequest({
    test: 1,
    imp: [{ id: "1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 1 }] }],
    site: { domain: "news.example", page: "https://news.example/a", cat: ["IAB12"], publisher: { id: publisher } },
    source: schain === undefined ? {} : { schain },
  });
const chain = (nodes: unknown, complete = 1) => ({ ver: "1.0", complete, nodes });
const node = (asi: string, sid: string) => ({ asi, sid, hp: 1 });

const verdict = (of: SellerVerdict, sellerId = "pub-1", seller = system) => ({
  siteKind: "site" as const,
  site: "news.example",
  domain: "news.example",
  system: seller,
  sellerId,
  verdict: of,
});

test("a seller that the publisher does not name gets no bid, told, counted and in the campaign's funnel; others do", async () => {
  const house = start();
  for (const [of, bids] of [
    ["direct", true],
    ["unauthorised", false],
    ["reseller", true],
    ["unknown", true],
  ] as const) {
    noteVerdicts(house.engine.sellers, [verdict(of)]);
    house.clock.advance(60_000);
    const { body } = await house.bid(request());
    expect([of, body.seatbid !== undefined]).toEqual([of, bids]);
    if (!bids) expect(body.ext.reasons).toEqual(["unauthorised_seller"]);
  }
  const counts = house.delivery.metrics.expose();
  expect(counts).toContain('litfass_no_bid_total{reason="unauthorised_seller"} 1');
  const funnel = takeFunnel(house.engine).get(1)!;
  expect(funnel[funnelCounters.indexOf("seller")]).toBe(1);
  house.engine.sellers.policy = { ...house.engine.sellers.policy, refusesUnauthorised: false };
  noteVerdicts(house.engine.sellers, [verdict("unauthorised")]);
  house.clock.advance(60_000);
  expect((await house.bid(request())).body.seatbid).toBeDefined();
});

test("whoever is met is told once, to be looked up", async () => {
  const house = start();
  await house.bid(request());
  await house.bid(request());
  expect(takeMet(house.engine.sellers)).toEqual([
    { siteKind: "site", site: "news.example", domain: "news.example", system, sellerId: "pub-1" },
  ]);
  expect(takeMet(house.engine.sellers)).toEqual([]);
});

test.each([
  ["ends with who asks", chain([node("middle.example", "5"), node(system, "pub-1")]), true],
  ["ends with another system", chain([node("middle.example", "5")]), false],
  ["ends with another account", chain([node(system, "pub-2")]), false],
  ["has no nodes", chain([]), false],
  ["has a node without an account", chain([{ asi: "middle.example" }, node(system, "pub-1")]), false],
  ["has nodes of another kind", chain("none"), false],
  ["is not complete", chain([node(system, "pub-1")], 0), true],
])("a supply chain that %s", async (_name, schain, bids) => {
  const { body } = await start().bid(request(schain));
  expect(body.seatbid !== undefined).toBe(bids);
  if (!bids) expect(body.ext.reasons).toEqual(["broken_supply_chain"]);
});

test("every account of a chain must be authorised, also in OpenRTB 2.5's place, and incomplete ones where staff say so", async () => {
  const house = start();
  noteVerdicts(house.engine.sellers, [verdict("direct"), verdict("unauthorised", "5", "middle.example")]);
  const schain = chain([node("middle.example", "5"), node(system, "pub-1")]);
  const old = { ...request(), source: { ext: { schain } } };
  expect((await house.bid(old)).body.ext.reasons).toEqual(["unauthorised_seller"]);
  house.engine.sellers.policy = { ...house.engine.sellers.policy, refusesIncompleteChains: true };
  const incomplete = request(chain([node(system, "pub-1")], 0));
  expect((await house.bid(incomplete)).body.ext.reasons).toEqual(["broken_supply_chain"]);
});
