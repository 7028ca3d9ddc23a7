import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import { expect, test } from "vitest";
import {
  addressesOf,
  someAgent,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { testPlacement as placement } from "../../testing/testing-placement.ts";
import { applyPlacements, applySites, placementOn, shareAt } from "./placements.ts";

const fallback = {
  hash: "b".repeat(40),
  width: 300,
  height: 250,
  link: "https://zeitung.example/abo?a=1&b=2",
  alt: "Abo",
};

function serverWith(...placements: PlacementSnapshot[]): TestAdServer {
  const adServer = testAdServer([testSnapshot()], { tagDomains: [] });
  const changed = placements.map((snapshot) => ({ placementId: snapshot.placementId, snapshot }));
  applyPlacements(adServer.instance.placements, changed);
  return adServer;
}

const page = "https://www.zeitung.example/bern";

/** The first frame with an ad within so many tries that the draw of a new placement accepts one; else the last frame. */
async function frameOf(adServer: TestAdServer, query: string, referer = page): Promise<string> {
  let body = "";
  for (let tries = 0; tries < 60; tries += 1) {
    adServer.clock.advance(60_000);
    const headers = { "user-agent": someAgent, referer };
    body = String((await adServer.call("GET", `/frame?${query}`, { headers })).body);
    if (body.includes("data-litfass-ad")) return body;
  }
  return body;
}
const isAd = async (adServer: TestAdServer, query = "placement=7", referer = page): Promise<boolean> =>
  (await frameOf(adServer, query, referer)).includes("data-litfass-ad");

test("a placement shows ads on its verified site and below it, and nowhere else", async () => {
  expect(await isAd(serverWith(placement()))).toBe(true);
  expect(await isAd(serverWith(placement()), "placement=7", "https://zeitung.example.evil.test/")).toBe(false);
  expect(await isAd(serverWith(placement()), "placement=7", "https://other.example/")).toBe(false);
  expect(await isAd(serverWith(placement()), "placement=8")).toBe(false);
  expect(await isAd(serverWith(placement()), "placement=7", "no address")).toBe(false);
  expect(await isAd(serverWith(placement({ siteKind: "app" })))).toBe(false);
});

test("a subdomain that another publisher has verified is not the parent's, even without a placement there", () => {
  const { placements } = serverWith(placement()).instance;
  expect(placementOn(placements, 7, "a.blog.zeitung.example")?.placementId).toBe(7);
  applySites(placements, [{ siteId: 4, site: { host: "blog.zeitung.example", publisherId: 2 } }]);
  expect(placementOn(placements, 7, "a.blog.zeitung.example")).toBeUndefined();
  expect(placementOn(placements, 7, "zeitung.example")?.placementId).toBe(7);
});

test("a subdomain that another publisher has verified is not the parent's", () => {
  const { placements } = serverWith(
    placement(),
    placement({ placementId: 8, publisherId: 2, site: "blog.zeitung.example" }),
    placement({ placementId: 9, publisherId: 1, site: "sport.zeitung.example" }),
  ).instance;
  const served = (id: number, host: string) => placementOn(placements, id, host)?.placementId;
  expect(served(7, "zeitung.example")).toBe(7);
  expect(served(7, "a.blog.zeitung.example")).toBeUndefined();
  expect(served(8, "a.blog.zeitung.example")).toBe(8);
  expect(served(7, "sport.zeitung.example")).toBe(7);
  applyPlacements(placements, [{ placementId: 8, snapshot: null }]);
  expect(served(8, "blog.zeitung.example")).toBeUndefined();
  expect(served(7, "blog.zeitung.example")).toBe(7);
});

test.each<[string, Partial<PlacementSnapshot>, boolean]>([
  ["a floor below the price", { floor: 24.99 }, true],
  ["a floor above the price", { floor: 25.01 }, false],
  ["a floor in euros", { floor: 27, currency: "EUR" }, false],
  ["another size", { sizes: ["728x90"] }, false],
  ["a blocked category", { blockedCategories: ["IAB22"] }, false],
  ["another blocked category", { blockedCategories: ["IAB7"] }, true],
  ["an allowed category", { allowedCategories: ["IAB22"] }, true],
  ["only other allowed categories", { allowedCategories: ["IAB7"] }, false],
  ["a blocked advertiser", { blockedAdvertisers: ["shop.example"] }, false],
])("honors %s", async (_name, rules, isServed) => {
  expect(await isAd(serverWith(placement(rules)))).toBe(isServed);
});

test("a deal on a placement applies its price instead of the floor, to the campaign that buys through it alone", async () => {
  const deal = {
    exchange: "tag",
    id: "front",
    placements: [7],
    isFixed: true,
    priceMicros: "12000000",
    currency: "CHF",
    startAt: null,
    endAt: null,
  };
  const served = async (changes: Partial<typeof deal>, query = "placement=7", floor = 30) => {
    const adServer = testAdServer([testSnapshot({ targeting: { deals: [{ ...deal, ...changes }] } })], {
      tagDomains: ["zeitung.example"],
    });
    const snapshots = [placement({ floor }), placement({ placementId: 8 })];
    applyPlacements(
      adServer.instance.placements,
      snapshots.map((snapshot) => ({ placementId: snapshot.placementId, snapshot })),
    );
    const frame = await frameOf(adServer, query);
    if (!frame.includes("data-litfass-ad")) return null;
    await adServer.call("GET", addressesOf(frame).impression);
    return adServer.events.map((event) => [event.kind, event.deal]);
  };
  expect(await served({})).toEqual([
    ["impression", "front"],
    ["cost", "front"],
  ]);
  expect(await served({ priceMicros: "25100000" }, "placement=7", 0)).toBeNull();
  expect(await served({}, "placement=8")).toBeNull();
  expect(await served({}, "w=300&h=250")).toBeNull();
  expect(await served({ exchange: "sandbox" })).toBeNull();
});

test("only sizes that the page has room for are offered", async () => {
  expect(await isAd(serverWith(placement()), "placement=7&sizes=994x250")).toBe(false);
  expect(await isAd(serverWith(placement()), "placement=7&sizes=994x250,300x250")).toBe(true);
  expect(await isAd(serverWith(placement({ sizes: ["994x250"] })), "placement=7&sizes=300x250")).toBe(false);
});

test("without an ad the publisher's fallback ad is shown, which counts no impression", async () => {
  const adServer = serverWith(placement({ floor: 1_000, fallback }));
  const frame = await frameOf(adServer, "placement=7");
  expect(frame).toContain(`href="https://zeitung.example/abo?a=1&amp;b=2" target="_blank"`);
  expect(frame).toContain(`src="https://ads.example/ad/${fallback.hash}.webp"`);
  expect(frame).toContain(`data-page="https://www.zeitung.example" data-got="fallback"`);
  expect(adServer.events).toEqual([]);
  const { counts } = adServer.instance.placements;
  expect(counts.get(7)).toEqual({ requests: 60, ads: 0, fallbackAds: 60 });
  expect(await frameOf(adServer, "placement=7&sizes=994x250")).toContain('data-got="empty"');
});

test("a further ad for the same page is refused unless the placement allows it", async () => {
  expect(await isAd(serverWith(placement()), "placement=7&refresh=1")).toBe(false);
  const adServer = serverWith(placement({ refreshSeconds: 45 }));
  expect(await frameOf(adServer, "placement=7&refresh=1")).toContain('data-got="ad" data-refresh="45"');
});

test("events name the placement, and the publisher's share is the media cost of a charged impression", async () => {
  const adServer = serverWith(placement());
  const { impression } = addressesOf(await frameOf(adServer, "placement=7"));
  await adServer.call("GET", impression);
  await adServer.call("GET", impression);
  const counted = adServer.events.filter(({ kind, invalid }) => kind === "impression" && invalid === "");
  expect(counted).toMatchObject([{ imp_id: "placement-7", exchange: "tag", charge_micros: 25_000 }]);
  expect(adServer.events.filter(({ kind }) => kind === "cost")).toMatchObject([
    { imp_id: "placement-7", media_cost_micros: 15_000, clearing_micros: 15_000_000, clearing_currency: "CHF" },
  ]);
});

test("an ad that is shown after its placement was archived still earns the publisher's share", async () => {
  const adServer = serverWith(placement());
  const { impression } = addressesOf(await frameOf(adServer, "placement=7"));
  applyPlacements(adServer.instance.placements, [{ placementId: 7, snapshot: null }]);
  await adServer.call("GET", impression);
  expect(adServer.events.filter(({ kind }) => kind === "cost")).toMatchObject([{ media_cost_micros: 15_000 }]);
});

test("an ad server that starts after a placement was archived knows its share", async () => {
  const adServer = serverWith(placement());
  const { impression } = addressesOf(await frameOf(adServer, "placement=7"));
  const { placements } = testAdServer([testSnapshot()]).instance;
  applyPlacements(placements, [{ placementId: 7, snapshot: null, shares: placement().shares }]);
  expect(placements.byId.size).toBe(0);
  adServer.instance.placements.shares = placements.shares;
  await adServer.call("GET", impression);
  expect(adServer.events.filter(({ kind }) => kind === "cost")).toMatchObject([{ media_cost_micros: 15_000 }]);
});

test("a failed write books neither the impression nor the share, and a repetition books both", async () => {
  let isBroken = true;
  const written: string[] = [];
  const adServer = testAdServer([testSnapshot()], {
    append: async ({ kind }) => {
      if (isBroken && kind === "cost") throw new Error("disk full");
      written.push(kind);
    },
  });
  applyPlacements(adServer.instance.placements, [{ placementId: 7, snapshot: placement() }]);
  const { impression } = addressesOf(await frameOf(adServer, "placement=7"));
  await expect(adServer.call("GET", impression)).rejects.toThrow("disk full");
  isBroken = false;
  await adServer.call("GET", impression);
  expect(written.filter((kind) => kind === "cost")).toHaveLength(1);
});

test("a page of a listed site cannot claim a placement by the name of its slot", async () => {
  const adServer = testAdServer([testSnapshot()], { tagDomains: ["zeitung.example"] });
  applyPlacements(adServer.instance.placements, [{ placementId: 7, snapshot: placement() }]);
  const { impression } = addressesOf(await frameOf(adServer, "w=300&h=250&slot=placement-7"));
  await adServer.call("GET", impression);
  expect(adServer.events.map(({ kind, imp_id }) => [kind, imp_id])).toEqual([["impression", "1"]]);
});

test("an opportunity of an exchange with a placement's name owes the publisher nothing", async () => {
  const adServer = serverWith(placement());
  const imp = [{ id: "placement-7", banner: { w: 300, h: 250 } }];
  const { body } = await adServer.bid({ ...testRequest(), imp });
  await adServer.call("GET", addressesOf(body.seatbid[0].bid[0].adm).impression);
  expect(adServer.events.map(({ kind, imp_id }) => [kind, imp_id])).toContainEqual(["impression", "placement-7"]);
  expect(adServer.events.filter(({ kind }) => kind === "cost")).toEqual([]);
});

test("a share applies from the beginning of its day in the account's time zone", () => {
  const shares = [
    { from: "2026-04-01", percent: 70 },
    { from: "2026-01-01", percent: 60 },
  ];
  const at = (instant: string) => shareAt(shares, Date.parse(instant));
  expect(at("2026-03-31T21:59:59Z")).toBe(60);
  expect(at("2026-03-31T22:00:00Z")).toBe(70);
  expect(at("2025-12-31T22:59:59Z")).toBe(0);
});
