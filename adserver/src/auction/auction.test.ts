import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { someAgent, testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { sampleRequests } from "../testing/testing-bid-requests.ts";
import { isBidResponse } from "../testing/testing-bid-response.ts";

describe("bids", () => {
  test("a matching request gets one bid per slot, at the campaign's price in the request's currency", async () => {
    const adServer = testAdServer([testSnapshot()]);
    const request = testRequest();
    const { status, body } = await adServer.bid(request);
    expect(status).toBe(200);
    const [bid] = body.seatbid[0].bid;
    expect(body).toMatchObject({ id: request.id, cur: "CHF" });
    expect(bid).toMatchObject({ impid: "1", price: 25, w: 300, h: 250, adomain: ["shop.example"], cid: "1", mtype: 1 });
    const inFrancs = bid.price;
    const { body: inDollars } = await adServer.bid(testRequest({ cur: ["XYZ", "USD"] }));
    expect(inDollars.cur).toBe("USD");
    expect(inDollars.seatbid[0].bid[0].price).toBeGreaterThan(inFrancs);
  });

  test("requests of one millisecond do not all start at the same campaign", async () => {
    const snapshots = Array.from({ length: 640 }, (_, i) => testSnapshot({ campaignId: i + 1 }));
    const adServer = testAdServer(snapshots);
    const neighbourhoods = new Set<number>();
    for (let i = 0; i < 400; i++) {
      const { body } = await adServer.bid(testRequest({ user: { id: `visitor-${i}` } }));
      if (body !== undefined) neighbourhoods.add(Math.floor(Number(body.seatbid[0].bid[0].cid) / 32));
    }
    // From one starting point, a slot examines at most five of the twenty candidates.
    expect(neighbourhoods.size).toBeGreaterThan(8);
  });

  test.each([
    ["no_format", { imp: [{ id: "1", banner: { w: 1, h: 1 } }] }],
    ["unsupported_currency", { cur: ["XYZ"] }],
    [
      "below_floor",
      {
        imp: [
          {
            id: "1",
            banner: { w: 300, h: 250 },
            bidfloor: 30,
            bidfloorcur: "CHF",
            metric: [{ type: "viewability", value: 0.95 }],
          },
        ],
      },
    ],
    ["blocked_category", { bcat: ["IAB22"] }],
    ["blocked_advertiser", { badv: ["www.SHOP.example"] }],
    ["seat_not_allowed", { wseat: ["other"] }],
    ["seat_not_allowed", { bseat: ["litfass"] }],
    ["too_late", { tmax: 5 }],
    ["bot", { device: { ua: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" } }],
    [
      "private_auction",
      {
        imp: [
          { id: "1", banner: { w: 300, h: 250 }, pmp: { private_auction: 1, deals: [{ id: "d", wseat: ["other"] }] } },
        ],
      },
    ],
    ["unsupported_inventory", { site: undefined, dooh: { id: "screen" } }],
    ["unsupported_slot", { imp: [{ id: "1", audio: { mimes: ["audio/mp4"], protocols: [9] } }] }],
  ])("no bid because of %s", async (reason, changes) => {
    const adServer = testAdServer([testSnapshot()]);
    expect((await adServer.bid(testRequest(changes))).status).toBe(204);
    expect(await adServer.instance.metrics.registry.metrics()).toContain(`litfass_no_bid_total{reason="${reason}"} 1`);
    expect((await adServer.bid(testRequest({ ...changes, test: 1 }))).body.ext.reasons).toEqual([reason]);
  });

  test("invalid JSON is rejected, and an overloaded process does not bid", async () => {
    const adServer = testAdServer([testSnapshot()]);
    expect((await adServer.bid("{")).status).toBe(400);
    const late = testAdServer([testSnapshot()], { load: { waitMs: () => 90, isOver: () => false, stop: () => {} } });
    expect((await late.bid(testRequest({ tmax: 100 }))).status).toBe(204);
    const busy = testAdServer([testSnapshot()], { load: { waitMs: () => 90, isOver: () => true, stop: () => {} } });
    expect((await busy.bid(testRequest())).status).toBe(204);
  });

  test("bids and publisher tags survive lone surrogates", async () => {
    const half = "\ud83d";
    const [imp] = testRequest().imp;
    const device = { ua: someAgent, language: half, geo: { country: "CHE", region: half, city: half } };
    const dirty = [
      { id: `a${half}` },
      { imp: [{ ...imp, id: half }] },
      { imp: [{ ...imp, tagid: `${"a".repeat(79)}\u{1f600}` }] },
      { site: { domain: `${half}.example`, page: half, content: { language: half } } },
      { device },
      { user: { id: half, buyeruid: half } },
    ];
    for (const changes of dirty) {
      const adServer = testAdServer([testSnapshot()]);
      const { status, body } = await adServer.bid(testRequest(changes));
      expect([changes, status]).toEqual([changes, 200]);
      const { burl } = body.seatbid[0].bid[0];
      expect((await adServer.call("GET", burl)).status).toBe(204);
      await adServer.countHeld();
      expect(adServer.events).toMatchObject([{ kind: "bill" }, { kind: "impression", charge_micros: 25_000 }]);
    }
    const adServer = testAdServer([testSnapshot()]);
    const slot = encodeURIComponent(`${"a".repeat(79)}\u{1f600}`);
    const { status, body } = await adServer.call("GET", `/frame?w=300&h=250&slot=${slot}`, {
      headers: { "user-agent": someAgent, referer: "https://news.example/" },
    });
    expect(status).toBe(200);
    expect(String(body)).toContain("data-litfass-ad");
  });

  const sizes = [
    [300, 250],
    [300, 600],
    [728, 90],
    [160, 600],
  ] as const;
  const creatives = sizes.map(([width, height], index) => ({
    ...testSnapshot().creatives[0]!,
    uuid: `7f0cfb4a-0000-4000-8000-00000000000${index}`,
    format: `${width}x${height}`,
    width,
    height,
  }));
  const film = { format: "640x360", width: 640, height: 360, kind: "video" as const, durationSeconds: 15 };
  const everyFormat = () => testSnapshot({ creatives: [...creatives, { ...creatives[0]!, ...film }] });

  test.each(sampleRequests)("$name: 200 or 204, with a valid OpenRTB 2.6 response", async ({ body: request }) => {
    const delivery = testAdServer([everyFormat()]);
    const judge = ({ status, body }: { status: number; body: unknown }) => {
      expect([200, 204]).toContain(status);
      if (status === 200) expect(isBidResponse(body), JSON.stringify(isBidResponse.errors?.slice(0, 3))).toBe(true);
    };
    judge(await delivery.bid(request));
    judge(await delivery.bid({ ...request, test: 1 }));
    const headers = { "content-encoding": "gzip" };
    const packed = gzipSync(JSON.stringify(request));
    const { status } = await delivery.call("POST", "/openrtb2/sandbox/bid", { body: packed, headers });
    expect([200, 204]).toContain(status);
  });

  test("sites, apps, TVs and slots of many kinds get bids, each for an offered slot", async () => {
    const answered = new Map<string, string[]>();
    for (const { name, body: request } of sampleRequests) {
      const { body } = await testAdServer([everyFormat()]).bid(request);
      const slots = (request.imp as { id: unknown }[]).map(({ id }) => String(id));
      const offered: string[] = (body?.seatbid?.[0].bid ?? []).map(({ impid }: { impid: string }) => impid);
      expect(
        offered.filter((id) => !slots.includes(id)),
        name,
      ).toEqual([]);
      if (offered.length > 0) answered.set(name, offered);
    }
    expect([...answered.keys()]).toEqual([
      "2.5, a site with consent in extensions",
      "2.6, the same facts in their own fields",
      "a header bidding wrapper with four slots",
      "a children's site",
      "video before a film, 2.5",
      "a pod on a television, 2.6",
      "banner or video, whichever pays",
      "a private auction with two deals",
      "an open auction beside a deal",
      "much that is refused",
      "numbers written as text and empty lists",
      "an address of IPv6 and no place",
      "a test",
    ]);
    expect(answered.get("a header bidding wrapper with four slots")).toEqual(["b"]);
  });

  test("damaged requests never cause a server error", async () => {
    const delivery = testAdServer([testSnapshot()]);
    const rubbish: unknown[] = [null, 0, "", [], {}, "x".repeat(300), -1, { id: 5 }, [[]], true, 1e308];
    for (const { body: request } of sampleRequests) {
      for (const key of [...Object.keys(request), "device", "site", "regs", "user"]) {
        for (const value of rubbish) {
          const { status } = await delivery.bid({ ...request, [key]: value });
          expect([key, value, [200, 204].includes(status)]).toEqual([key, value, true]);
        }
      }
    }
  });
});
