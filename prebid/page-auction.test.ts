import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { noteHint } from "@litfass/adserver/auction/viewability/viewability";
import { type RunningServer, serve } from "@litfass/adserver/http/server";
import { createRouter } from "@litfass/adserver/serving/router";
import { someAgent, type TestAdServer, testAdServer, testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { createLog } from "@litfass/platform/log/log";
import type { Browser, BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browserPath } from "../scripts/ensure-browser.ts";
import { launchBrowser } from "../tests/support/launch-browser.ts";
import { has, needs } from "../tests/support/needs.ts";
import { bundlePrebid } from "./testing-bundle.ts";

const hash = "e".repeat(40);
const banner = `<!doctype html><html><head><script>var clickTag = "";</script></head><body style="margin:0;background:#0a0">
  <h1>Spring sale</h1></body></html>`;
const noLog = createLog({ level: "silent", process: "test" });

let browser: Browser;
let context: BrowserContext;
let ads: RunningServer;
let publisher: Server;
let adServer: TestAdServer;
let script = "";
let html = "";

/** The ads origin, a publisher's web server for any host, and Prebid.js built with the adapter. */
beforeAll(async () => {
  if (!has("chromium")) return;
  script = await bundlePrebid();
  const late = { router: createRouter(testAdServer([]).instance, { exchanges: [] }) };
  ads = await serve(
    { post: (request) => late.router.post(request), other: (request) => late.router.other(request) },
    { host: "127.0.0.1", port: 0, isProxy: () => false, log: noLog },
  );
  const picture = { hash: "f".repeat(40), width: 600, height: 400, contentType: "image/jpeg" };
  const texts = { title: "Spring sale", description: "Until Sunday", buttonText: "Shop now", brand: "Shop Ltd" };
  const native = { ...texts, logo: null, pictures: [picture] };
  const creatives = [{ ...testSnapshot().creatives[0]!, fileHash: hash, native }];
  const adsUrl = `http://localhost:${ads.port}`;
  adServer = testAdServer([testSnapshot({ creatives })], { adsUrl, tagDomains: ["news.localhost"] });
  late.router = createRouter(adServer.instance, { exchanges: [] });
  adServer.files.set(hash, { contentType: "text/html", body: Buffer.from(banner) });
  // A new placement is sometimes not worth trying; this one is known to be seen.
  noteHint(adServer.engine.placements, "news.localhost 300x250 article-top", 1);
  noteHint(adServer.engine.placements, "news.localhost native feed", 1);
  publisher = createServer((request, response) => {
    const isScript = request.url === "/prebid.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : html);
  });
  await new Promise<void>((resolve) => publisher.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser(browserPath());
});
afterEach(() => context?.close());
afterAll(async () => {
  await browser?.close();
  publisher?.close();
  await ads?.stop();
});

type AdUnit = { params: Record<string, unknown>; mediaTypes?: object };
type Auction = { bids: Record<string, unknown>[]; rejected: number };

/** What a publisher's page does: ask, let the highest bid win, render it. `head` holds the page's consent tools. */
const pageOf = (units: AdUnit[], config: object, head: string): string => `<!doctype html><meta charset="utf-8">
<title>News</title><script>${head}</script><script>var pbjs = { que: [] };</script><script src="/prebid.js"></script>
<body><iframe id="slot" width="300" height="250" style="border:0"></iframe><script>
pbjs.que.push(function () {
  pbjs.setConfig(Object.assign({ userSync: { syncDelay: 0 } }, ${JSON.stringify(config)}));
  pbjs.addAdUnits(${JSON.stringify(units)}.map(function (unit, index) {
    return {
      code: "unit-" + index,
      mediaTypes: unit.mediaTypes || { banner: { sizes: [[300, 250]] } },
      bids: [{ bidder: "litfass", params: unit.params }],
    };
  }));
  pbjs.requestBids({ timeout: 5000, bidsBackHandler: function (bids) {
    var all = Object.values(bids).flatMap(function (unit) { return unit.bids; });
    if (all[0]) pbjs.renderAd(document.getElementById("slot").contentDocument, all[0].adId);
    window.auction = { bids: all.map(function (bid) { return JSON.parse(JSON.stringify(bid)); }) };
  } });
});
</script></body>`;

/** Opens such a page on a host and waits for its auction. `asked` are the requests to ad servers. */
async function auctionOn(host: string, units: AdUnit[], { config = {}, head = "" } = {}) {
  html = pageOf(units, config, head);
  context = await browser.newContext({ userAgent: someAgent });
  const page = await context.newPage();
  const asked: { url: string; method: string; body: ReturnType<typeof JSON.parse> }[] = [];
  page.on("request", (request) => {
    const { port, pathname } = new URL(request.url());
    if (port === String((publisher.address() as AddressInfo).port) || pathname.startsWith("/ad/")) return;
    const body = request.method() === "POST" ? JSON.parse(request.postData() ?? "null") : undefined;
    asked.push({ url: request.url(), method: request.method(), body });
  });
  await page.goto(`http://${host}:${(publisher.address() as AddressInfo).port}/`);
  const auction = await resultOf(page);
  return { page, auction, asked };
}

async function resultOf(page: Page): Promise<Auction> {
  const handle = await page.waitForFunction(() => (globalThis as { auction?: Auction }).auction);
  return (await handle.jsonValue()) as Auction;
}

const isBanner = (frame: Frame): boolean => new URL(frame.url(), "http://none").pathname.startsWith("/ad/");
const adsUrl = () => `http://localhost:${ads.port}`;
const counted = () => adServer.events.filter(({ kind, invalid }) => kind === "impression" && invalid === "");
/** The ways in which an impression is reported: they must not be two. */
const reports = (asked: { url: string }[]) => asked.filter(({ url }) => /\/t\/impression|\/bill|\/win/.test(url));

test("a page on a listed site gets a bid, renders it, and the impression counts once", needs("chromium"), async () => {
  const { page, auction, asked } = await auctionOn("www.news.localhost", [
    { params: { adsUrl: adsUrl(), placement: "article-top" } },
  ]);
  expect(auction.bids).toMatchObject([
    {
      bidder: "litfass",
      currency: "USD",
      netRevenue: true,
      width: 300,
      height: 250,
      ttl: 600,
      mediaType: "banner",
      meta: { advertiserDomains: ["shop.example"] },
    },
  ]);
  expect(auction.bids[0]).not.toHaveProperty("burl");
  // Prebid.js shows an ad in a frame of its own within the slot's.
  await expect.poll(() => page.frames().some(isBanner)).toBe(true);
  const shown = page.frames().find(isBanner)!;
  expect(await shown.locator("h1").textContent()).toBe("Spring sale");
  await page.waitForLoadState("networkidle");
  expect(reports(asked)).toHaveLength(1);
  expect(counted()).toMatchObject([{ exchange: "prebid-js", site: "news.localhost", format: "300x250" }]);
  expect(counted()).toHaveLength(1);
  const [cost] = adServer.events.filter(({ kind }) => kind === "cost");
  expect(cost).toMatchObject({ clearing_currency: "USD" });
  expect(cost!.clearing_micros).toBe(Math.round((auction.bids[0]!.cpm as number) * 1_000_000));
  // Browsers ask for permission first unless a request is one that a form could send.
  expect(asked.filter(({ method }) => method === "OPTIONS")).toEqual([]);
});

test("a page on another site gets none, whatever it says about itself", needs("chromium"), async () => {
  const before = adServer.events.length;
  const { auction, page } = await auctionOn(
    "copy.localhost",
    [{ params: { adsUrl: adsUrl(), placement: "article-top" } }],
    { config: { ortb2: { site: { domain: "news.localhost", page: "http://news.localhost/" } } } },
  );
  expect(auction.bids).toEqual([]);
  await page.waitForLoadState("networkidle");
  expect(adServer.events.slice(before)).toEqual([]);
});

test("a native ad unit gets its assets and trackers", needs("chromium"), async () => {
  const assets = [
    { id: 1, required: 1, title: { len: 40 } },
    { id: 2, required: 1, img: { type: 3, wmin: 300, hmin: 150 } },
  ];
  const eventtrackers = [{ event: 1, methods: [1] }];
  const native = { ortb: { ver: "1.2", assets, eventtrackers } };
  const { auction } = await auctionOn("www.news.localhost", [
    { params: { adsUrl: adsUrl(), placement: "feed" }, mediaTypes: { native } },
  ]);
  expect(auction.bids).toMatchObject([
    {
      mediaType: "native",
      native: {
        ortb: {
          assets: [
            { id: 1, title: { text: "Spring sale" } },
            { id: 2, img: { url: `${adsUrl()}/ad/${"f".repeat(40)}` } },
          ],
          eventtrackers: [{ event: 1, method: 1, url: expect.stringContaining("/t/impression?t=") }],
        },
      },
    },
  ]);
});

const consentTools = `
window.__tcfapi = function (command, version, callback) {
  var data = { gdprApplies: true, tcString: "CONSENT", eventStatus: "tcloaded", listenerId: 1, cmpStatus: "loaded" };
  if (command === "addEventListener") callback(data, true);
};
window.__gpp = function (command, callback) {
  var ping = { signalStatus: "ready", gppString: "DBABMA~x", applicableSections: [7], cmpStatus: "loaded" };
  if (command === "ping") callback(ping, true);
  if (command === "addEventListener") callback({ eventName: "signalStatus", data: "ready", pingData: ping }, true);
};
window.__uspapi = function (command, version, callback) { callback({ uspString: "1YNN" }, true); };`;

test("consent, currency, floor and placement reach the ad server and its user sync", needs("chromium"), async () => {
  const { asked, page } = await auctionOn(
    "www.news.localhost",
    [
      { params: { adsUrl: adsUrl(), placement: "article-top" } },
      { params: { adsUrl: `${adsUrl()}/any/path` }, mediaTypes: { banner: { sizes: [[160, 600]] } } },
    ],
    {
      head: consentTools,
      config: {
        consentManagement: {
          gdpr: { cmpApi: "iab", timeout: 2000, defaultGdprScope: true },
          gpp: { cmpApi: "iab", timeout: 2000 },
          usp: { cmpApi: "iab", timeout: 2000 },
        },
        currency: { adServerCurrency: "CHF", defaultRates: { USD: { CHF: 0.8 }, CHF: { USD: 1.25 } } },
        floors: { data: { currency: "CHF", schema: { fields: ["mediaType"] }, values: { banner: 1.5 } } },
      },
    },
  );
  const requests = asked.filter(({ method }) => method === "POST");
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({
    url: `${adsUrl()}/prebid/bid`,
    body: {
      cur: ["CHF"],
      tmax: 5000,
      imp: [
        { tagid: "article-top", banner: { format: [{ w: 300, h: 250 }] }, bidfloor: 1.5, bidfloorcur: "CHF" },
        { tagid: "unit-1", banner: { format: [{ w: 160, h: 600 }] } },
      ],
    },
  });
  const { regs, user } = requests[0]!.body;
  expect([regs.gdpr ?? regs.ext.gdpr, user.consent ?? user.ext.consent]).toEqual([1, "CONSENT"]);
  expect([regs.gpp, regs.gpp_sid, regs.us_privacy ?? regs.ext.us_privacy]).toEqual(["DBABMA~x", [7], "1YNN"]);
  await page.waitForLoadState("networkidle");
  const sync = asked.find(({ url }) => url.includes("/sync"));
  expect(Object.fromEntries(new URL(sync!.url).searchParams)).toEqual({
    exchange: "prebid-js",
    gdpr: "1",
    gdpr_consent: "CONSENT",
    us_privacy: "1YNN",
    gpp: "DBABMA~x",
    gpp_sid: "7",
  });
});

test("ad units without a usable origin are not asked for", needs("chromium"), async () => {
  const wrong = [undefined, "", "ads.example", "http://ads.example", "javascript:alert(1)", 7];
  const { asked, auction } = await auctionOn(
    "www.news.localhost",
    wrong.map((adsUrl) => ({ params: { adsUrl } })),
  );
  expect(auction.bids).toEqual([]);
  expect(asked).toEqual([]);
});
