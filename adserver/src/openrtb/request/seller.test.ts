import type { AdsTxtFile } from "@litfass/contract/supply/seller-records";
import type { SellerVerdict } from "@litfass/contract/supply/sellers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../../server/src/testing/stack.ts";
import { funnelCounters, takeFunnel } from "../../auction/funnel.ts";
import { applyFiles, applyVerdicts, refusedSeller, takeSeen } from "../../auction/seller-register.ts";
import { syncSellers } from "../../sync/sync-sellers.ts";
import { type TestAdServer, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";

const system = "exchange.example";
const start = () => testAdServer([testSnapshot()], { exchanges: [{ name: "sandbox", domain: system }] });

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

test("an unauthorized seller gets no bid, which is reported and counted in the campaign's funnel; authorized ones do", async () => {
  const adServer = start();
  for (const [of, bids] of [
    ["direct", true],
    ["unauthorised", false],
    ["reseller", true],
    ["unknown", true],
  ] as const) {
    applyVerdicts(adServer.engine.sellers, [verdict(of)]);
    adServer.clock.advance(60_000);
    const { body } = await adServer.bid(request());
    expect([of, body.seatbid !== undefined]).toEqual([of, bids]);
    if (!bids) expect(body.ext.reasons).toEqual(["unauthorised_seller"]);
  }
  const counts = await adServer.instance.metrics.registry.metrics();
  expect(counts).toContain('litfass_no_bid_total{reason="unauthorised_seller"} 1');
  const funnel = takeFunnel(adServer.engine).get(1)!;
  expect(funnel[funnelCounters.indexOf("seller")]).toBe(1);
  adServer.engine.sellers.policy = { ...adServer.engine.sellers.policy, refusesUnauthorised: false };
  applyVerdicts(adServer.engine.sellers, [verdict("unauthorised")]);
  adServer.clock.advance(60_000);
  expect((await adServer.bid(request())).body.seatbid).toBeDefined();
});

test("a seller is reported once", async () => {
  const adServer = start();
  await adServer.bid(request());
  await adServer.bid(request());
  expect(takeSeen(adServer.engine.sellers)).toEqual([
    { siteKind: "site", site: "news.example", domain: "news.example", system, sellerId: "pub-1" },
  ]);
  expect(takeSeen(adServer.engine.sellers)).toEqual([]);
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

test("every account of a chain must be authorized, also in OpenRTB 2.5, and incomplete chains are rejected if the policy says so", async () => {
  const adServer = start();
  applyVerdicts(adServer.engine.sellers, [verdict("direct"), verdict("unauthorised", "5", "middle.example")]);
  const schain = chain([node("middle.example", "5"), node(system, "pub-1")]);
  const old = { ...request(), source: { ext: { schain } } };
  expect((await adServer.bid(old)).body.ext.reasons).toEqual(["unauthorised_seller"]);
  adServer.engine.sellers.policy = { ...adServer.engine.sellers.policy, refusesIncompleteChains: true };
  const incomplete = request(chain([node(system, "pub-1")], 0));
  expect((await adServer.bid(incomplete)).body.ext.reasons).toEqual(["broken_supply_chain"]);
});

const adsTxt = (domain: string, accounts: string[], subdomains: string[] = []): AdsTxtFile => ({
  ...{ kind: "ads.txt" as const, domain, triedAt: new Date() },
  content: {
    ...{ ownerDomain: "", managerDomains: [], subdomains },
    records: accounts.map((sellerId) => ({ system, sellerId, relationship: "direct" as const })),
  },
});
const isRefused = async (adServer: TestAdServer, publisher: string, site = "news.example"): Promise<boolean> => {
  adServer.clock.advance(1_000);
  const asked = request(undefined, publisher);
  const { body } = await adServer.bid({ ...asked, site: { ...asked.site, domain: site, page: `https://${site}/` } });
  return body.ext?.reasons?.[0] === "unauthorised_seller";
};

test("rejects an account missing in a known file at its first request, but not one of an unknown domain", async () => {
  const adServer = start();
  const { sellers } = adServer.engine;
  expect(await isRefused(adServer, "invented-0")).toBe(false);
  applyFiles(
    sellers,
    [],
    [adsTxt("news.example", ["pub-1"], ["sport.news.example"]), adsTxt("sport.news.example", ["pub-7"])],
  );
  expect(await isRefused(adServer, "invented-0")).toBe(true);
  for (let i = 1; i <= 60; i++) expect(await isRefused(adServer, `invented-${i}`)).toBe(true);
  expect(await isRefused(adServer, "pub-1")).toBe(false);
  expect(await isRefused(adServer, "pub-1", "www.news.example")).toBe(false);
  expect(await isRefused(adServer, "invented-1", "other.example")).toBe(false);
  // A host with its own file uses that one, once it is loaded.
  await isRefused(adServer, "pub-7", "sport.news.example");
  applyFiles(sellers, [], [adsTxt("sport.news.example", ["pub-7"])]);
  expect(await isRefused(adServer, "pub-7", "sport.news.example")).toBe(false);
  expect(await isRefused(adServer, "pub-1", "sport.news.example")).toBe(true);
  applyFiles(sellers, [], [{ ...adsTxt("news.example", []), content: null }]);
  expect(await isRefused(adServer, "invented-61")).toBe(false);
});

/** A request of a seller without an authorized account, as far as the register reads it. */
const inventedSeller = (id: string) => ({
  site: "news.example",
  siteKind: "site" as const,
  seller: { domain: "news.example", nodes: [{ system, id }], chain: "absent" as const },
});

test("200,000 fake sellers evict none that is in use, and few of them are reported", async () => {
  const adServer = start();
  const { sellers } = adServer.engine;
  await isRefused(adServer, "pub-1");
  applyFiles(sellers, [], [adsTxt("news.example", ["pub-1"])]);
  applyVerdicts(sellers, [verdict("unauthorised", "pub-1")]);
  expect(await isRefused(adServer, "pub-1")).toBe(true);
  let told = 0;
  for (let round = 0; round < 21; round++) {
    const known = takeSeen(sellers);
    told = Math.max(told, known.length);
    await isRefused(adServer, "pub-1");
    for (let i = 0; i < 10_000; i++) refusedSeller(sellers, inventedSeller(`invented-${round}-${i}`));
  }
  expect(told).toBeLessThanOrEqual(5_000);
  expect(sellers.entries.size).toBe(200_000);
  expect(takeSeen(sellers)[0]).toMatchObject({ sellerId: "pub-1" });
  expect(await isRefused(adServer, "pub-1")).toBe(true);
}, 60_000);

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

test("loads the files of seen sellers, and again after each read", async () => {
  const { db } = stack.platform;
  const adServer = start();
  const { sellers } = adServer.engine;
  const share = syncSellers(db, sellers);
  const now = adServer.clock.now();
  const save = (at: Date, accounts: string[]) =>
    db.execute(sql`
      INSERT INTO seller_files (kind, domain, outcome, content, read_at, tried_at, next_at)
      VALUES ('ads.txt', 'news.example', 'read', ${JSON.stringify(adsTxt("", accounts).content)}::jsonb,
        ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)
      ON CONFLICT (kind, domain) DO UPDATE SET content = excluded.content, tried_at = excluded.tried_at`);
  await save(now, ["pub-1"]);
  expect(await isRefused(adServer, "invented-1")).toBe(false);
  await share(adServer.clock.now());
  expect(await isRefused(adServer, "invented-1")).toBe(true);
  expect(await isRefused(adServer, "invented-2")).toBe(true);
  expect(await isRefused(adServer, "pub-1")).toBe(false);
  await save(new Date(now.getTime() + 1), ["pub-1", "invented-2"]);
  await share(adServer.clock.now());
  expect(await isRefused(adServer, "invented-2")).toBe(false);
});
