import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  type TestBidResponse,
  testAdServer,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { applySites } from "../placements/placements.ts";

const page = "https://www.news.example";

/** What Prebid.js sends for one ad unit. */
const pageRequest = (changes: Record<string, unknown> = {}) => ({
  id: "chosen by the page",
  imp: [{ id: "unit-1", secure: 1, banner: { format: [{ w: 300, h: 250 }] } }],
  site: { page: `${page}/a`, domain: "other.example" },
  device: { ua: "made up", geo: { country: "CHE" } },
  cur: ["CHF"],
  tmax: 1000,
  ...changes,
});

async function ask(adServer: TestAdServer, body: unknown, headers: Record<string, string> = { origin: page }) {
  const answer = await adServer.call("POST", "/prebid/bid", {
    headers: { "user-agent": someAgent, ...headers },
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
  });
  const bytes = String(answer.body);
  return { ...answer, response: bytes === "" ? undefined : (JSON.parse(bytes) as TestBidResponse) };
}

/** The first bid, within so many tries that the draw of a new placement accepts one. */
async function firstBid(adServer: TestAdServer, body: Record<string, unknown> = pageRequest()) {
  for (let tries = 0; tries < 60; tries += 1) {
    adServer.clock.advance(60_000);
    const { response, headers } = await ask(adServer, body);
    if (response !== undefined) return { bid: response.seatbid[0].bid[0], response, headers };
  }
  throw new Error("no bid");
}

test("a listed page reads its bids, and no notice URL reaches the browser", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const { bid, response, headers } = await firstBid(adServer);
  expect(bid).toMatchObject({ impid: "unit-1", w: 300, h: 250, mtype: 1, adomain: ["shop.example"] });
  expect(response.cur).toBe("CHF");
  expect([bid.nurl, bid.burl, bid.lurl]).toEqual([undefined, undefined, undefined]);
  expect(headers).toMatchObject({
    "access-control-allow-origin": page,
    "access-control-allow-credentials": "true",
    "cache-control": "no-store",
    vary: "Origin",
  });
});

test.each([
  ["another site", { origin: "https://copy.example" }],
  ["another site that names a listed one as referrer", { origin: "https://copy.example", referer: `${page}/` }],
  ["a page that hides its origin", { origin: "null", referer: `${page}/` }],
  ["a client that names no page", {}],
])("%s gets no bid and cannot read the answer", async (_, headers: Record<string, string>) => {
  const adServer = testAdServer([testSnapshot()]);
  const answer = await ask(adServer, pageRequest(), headers);
  expect(answer.status).toBe(403);
  expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  expect(adServer.instance.metrics.noBids.of("unlisted_site").count).toBe(1);
  expect(adServer.engine.ownTraffic.seen).toBe(0);
  const preflight = await adServer.call("OPTIONS", "/prebid/bid", { headers });
  expect(preflight.status).toBe(403);
  expect(preflight.headers).not.toHaveProperty("access-control-allow-origin");
});

test("a site that a publisher has verified gets bids without being listed, also before its first placement", async () => {
  const adServer = testAdServer([testSnapshot()], { tagDomains: [] });
  const { placements } = adServer.instance;
  const status = async (origin: string) => (await ask(adServer, pageRequest(), { origin })).status;
  expect(await status(page)).toBe(403);
  applySites(placements, [{ siteId: 3, site: { host: "news.example", publisherId: 1 } }]);
  const { bid } = await firstBid(adServer);
  expect(bid.impid).toBe("unit-1");
  expect(await status("https://news.example.evil.test")).toBe(403);
  expect(await status("https://example")).toBe(403);
  applySites(placements, [{ siteId: 3, site: null }]);
  expect(await status(page)).toBe(403);
});

test("an old browser that sends no origin is known by its referrer", async () => {
  const adServer = testAdServer([testSnapshot()]);
  expect((await ask(adServer, pageRequest(), { referer: `${page}/a` })).status).not.toBe(403);
});

test("the preflight of a listed page allows a POST with JSON and the cookie", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const answer = await adServer.call("OPTIONS", "/prebid/bid", { headers: { origin: page } });
  expect(answer).toMatchObject({
    status: 204,
    headers: {
      "access-control-allow-origin": page,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "content-type",
      "access-control-allow-credentials": "true",
    },
  });
});

test("no exchange can be imitated: the page's name has no bid URL, and its ads no notices", async () => {
  const adServer = testAdServer([testSnapshot()]);
  expect((await adServer.call("POST", "/openrtb2/prebid-js/bid", { body: Buffer.from("{}") })).status).toBe(404);
  const { bid } = await firstBid(adServer);
  const token = /t=([^&]+)/.exec(addressesOf(bid.adm).impression)![1];
  expect((await adServer.call("GET", `/bill?t=${token}&p=1`)).status).toBe(403);
});

test("an impression counts once, charges the customer's price and costs the bid", async () => {
  const adServer = testAdServer([testSnapshot()], { pageMargins: { minimum: 20, target: 40 } });
  const { bid } = await firstBid(adServer);
  expect(bid.price).toBeLessThanOrEqual(20);
  const { impression } = addressesOf(bid.adm);
  for (let times = 0; times < 3; times += 1) await adServer.call("GET", impression);
  const counted = adServer.events.filter(({ kind, invalid }) => kind === "impression" && invalid === "");
  expect(counted).toMatchObject([{ exchange: "prebid-js", site: "news.example", charge_micros: 25_000 }]);
  const costs = adServer.events.filter(({ kind }) => kind === "cost");
  expect(costs).toMatchObject([{ exchange: "prebid-js", clearing_currency: "CHF" }]);
  expect(costs[0]).toMatchObject({ clearing_micros: Math.round(bid.price * 1_000_000) });
  expect(costs[0]!.media_cost_micros).toBe(Math.round(bid.price * 1_000));
});

test("an impression and what the publisher earns by it are on disk together or not at all", async () => {
  const appended: [string, boolean | undefined][] = [];
  const adServer = testAdServer([testSnapshot()], {
    append: async ({ kind }, isWithPrevious) => appended.push([kind, isWithPrevious]),
  });
  const { bid } = await firstBid(adServer);
  await adServer.call("GET", addressesOf(bid.adm).impression);
  expect(appended.slice(0, 2)).toEqual([
    ["impression", undefined],
    ["cost", true],
  ]);
});

test("what rounding leaves of one publisher's impressions is not paid to another", async () => {
  const adServer = testAdServer([testSnapshot()], { tagDomains: [] });
  adServer.engine.rates = { asOfOn: "2026-03-02", perFranc: { CHF: 1, EUR: 1.07, USD: 1.25 } };
  applySites(adServer.instance.placements, [
    { siteId: 3, site: { host: "www.one.example", publisherId: 1 } },
    { siteId: 4, site: { host: "two.example", publisherId: 2 } },
  ]);
  const sites = ["one.example", "blog.two.example"];
  for (let round = 0; round < 60; round += 1) {
    for (const site of sites) {
      adServer.clock.advance(60_000);
      const { response } = await ask(adServer, pageRequest({ cur: ["EUR"] }), { origin: `https://www.${site}` });
      const bid = response?.seatbid[0].bid[0];
      if (bid === undefined) continue;
      const { impression, viewable } = addressesOf(bid.adm);
      for (const url of [impression, viewable]) await adServer.call("GET", url, { ip: `192.0.2.${round}` });
    }
  }
  for (const site of sites) {
    const costs = adServer.events.filter((event) => event.kind === "cost" && event.site === site);
    expect([site, costs.length > 20]).toEqual([site, true]);
    const booked = costs.reduce((sum, { media_cost_micros = 0 }) => sum + media_cost_micros, 0);
    const exact = costs.reduce((sum, { clearing_micros = 0 }) => sum + clearing_micros / 1_000 / 1.07, 0);
    expect(Math.abs(booked - exact), site).toBeLessThanOrEqual(0.5001);
  }
});

test("an invalid or late impression costs nothing", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const { bid: crawled } = await firstBid(adServer);
  await adServer.call("GET", addressesOf(crawled.adm).impression, { headers: { "user-agent": "Googlebot/2.1" } });
  const { bid: late } = await firstBid(adServer);
  adServer.clock.advance(601_000);
  await adServer.call("GET", addressesOf(late.adm).impression);
  expect(adServer.events.filter(({ kind }) => kind === "impression")).toMatchObject([
    { invalid: expect.stringMatching(/.+/) },
    { invalid: "", charge_micros: 0 },
  ]);
  expect(adServer.events.filter(({ kind }) => kind === "cost")).toEqual([]);
});

test("what the page says about its site, visitor and auction does not count", async () => {
  const adServer = testAdServer([testSnapshot()]);
  await firstBid(
    adServer,
    pageRequest({
      device: { ua: "Googlebot/2.1", ip: "198.51.100.9", geo: { country: "CHE", city: "Zürich" }, ifa: "a-b-c" },
      user: { id: "somebody", buyeruid: "somebody" },
      imp: [{ id: "unit-1", banner: { w: 300, h: 250 }, metric: [{ type: "viewability", value: 1 }] }],
      source: { schain: { complete: 0, ver: "1.0", nodes: [{ asi: "seller.example", sid: "1", hp: 1 }] } },
    }),
  );
  const [known] = adServer.engine.ownTraffic.requests;
  expect(known).toMatchObject({ exchange: "prebid-js", site: "news.example", page: `${page}/a`, isFirstPrice: true });
  expect(known!.id).not.toBe("chosen by the page");
  expect(known!.visitor).toMatchObject({ country: "", city: "", key: "" });
  expect(known!.slots[0]).toMatchObject({ seenRate: undefined, deals: [] });
  expect(known!.seller).toMatchObject({ nodes: [], chain: "absent" });
});

const cookie = "lfv=AAAAAAAAAAAAAAAAAAAAAA";
const visitorOf = async (body: object, headers: Record<string, string>, country = "US") => {
  const adServer = testAdServer([testSnapshot()], { locate: () => ({ country, region: "", city: "" }) });
  await ask(adServer, { ...pageRequest(), ...body }, { origin: page, ...headers });
  return adServer.engine.ownTraffic.requests[0]!.visitor;
};

test("the visitor's cookie counts only where consent signals and the browser allow it", async () => {
  const known = await visitorOf({}, { cookie });
  expect(known).toMatchObject({ country: "US", key: expect.stringMatching(/.+/) });
  for (const [body, headers] of [
    [{ regs: { gdpr: 1 }, user: { consent: "" } }, {}],
    [{ regs: { ext: { gdpr: 1 } } }, {}],
    [{ regs: { us_privacy: "1YYN" } }, {}],
    [{ regs: { ext: { us_privacy: "1YYN" } } }, {}],
    [{ regs: { gpp: "DBABMA~unreadable", gpp_sid: [7] } }, {}],
    [{ regs: { coppa: 1 } }, {}],
    [{ device: { dnt: 1 } }, {}],
    [{ device: { ext: { gpc: 1 } } }, {}],
    [{}, { "sec-gpc": "1" }],
    [{}, { dnt: "1" }],
  ] as const) {
    expect((await visitorOf(body, { cookie, ...headers })).key, JSON.stringify([body, headers])).toBe("");
  }
  expect((await visitorOf({}, { cookie }, "DE")).key).toBe("");
});

test("a visitor may get an ID by the page's user sync, with consent", async () => {
  const adServer = testAdServer([testSnapshot()], { locate: () => ({ country: "US", region: "", city: "" }) });
  const given = await adServer.call("GET", "/sync?exchange=prebid-js");
  expect(given).toMatchObject({ status: 200, headers: { "set-cookie": expect.stringContaining("lfv=") } });
  const refused = await adServer.call("GET", "/sync?exchange=prebid-js&gdpr=1&gdpr_consent=");
  expect(refused.status).toBe(200);
  expect(refused.headers).not.toHaveProperty("set-cookie");
});

test("a path of another host is not the page's", async () => {
  const adServer = testAdServer([testSnapshot()]);
  await ask(adServer, pageRequest({ site: { page: "https://copy.example/casino" } }));
  expect(adServer.engine.ownTraffic.requests[0]).toMatchObject({ page: `${page}/`, site: "news.example" });
});

test("a body that is no JSON and a process that is not ready are answered readably", async () => {
  expect(await ask(testAdServer([testSnapshot()]), "{")).toMatchObject({
    status: 400,
    headers: { "access-control-allow-origin": page },
  });
  expect(await ask(testAdServer([testSnapshot()], { isReady: () => false }), pageRequest())).toMatchObject({
    status: 204,
    headers: { "access-control-allow-origin": page },
  });
});

test("a video bid is VAST without a notice", async () => {
  const video: SnapshotCreative = {
    uuid: "7f0cfb4a-0000-4000-8000-000000000002",
    format: "640x360",
    width: 640,
    height: 360,
    fileHash: "b".repeat(40),
    kind: "video",
    durationSeconds: 15,
    contentType: "video/mp4",
    bitrateKbps: 800,
  };
  const adServer = testAdServer([testSnapshot({ creatives: [video] })]);
  const imp = [{ id: "unit-2", video: { mimes: ["video/mp4"], protocols: [7], minduration: 5, maxduration: 30 } }];
  const { bid } = await firstBid(adServer, pageRequest({ imp }));
  expect(bid).toMatchObject({ mtype: 2, adm: expect.stringContaining("<VAST") });
  expect(bid.burl).toBeUndefined();
});
