import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import Ajv from "ajv";
import { describe, expect, test } from "vitest";
import { someAgent, testDelivery, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";

const data = resolve(import.meta.dirname, "../../../../shared/data/openrtb");
const hasData = existsSync(data);
if (!hasData) console.log(`skipped: 2 tests, no recorded bid requests in ${data}`);

describe("bids", () => {
  test("a request that matches gets one bid for each slot, at the campaign's price and in the request's currency", async () => {
    const house = testDelivery([testSnapshot()]);
    const request = testRequest();
    const { status, body } = await house.bid(request);
    expect(status).toBe(200);
    const [bid] = body.seatbid[0].bid;
    expect(body).toMatchObject({ id: request.id, cur: "CHF" });
    expect(bid).toMatchObject({ impid: "1", price: 25, w: 300, h: 250, adomain: ["shop.example"], cid: "1", mtype: 1 });
    const inFrancs = bid.price;
    const { body: inDollars } = await house.bid(testRequest({ cur: ["XYZ", "USD"] }));
    expect(inDollars.cur).toBe("USD");
    expect(inDollars.seatbid[0].bid[0].price).toBeGreaterThan(inFrancs);
  });

  test("requests of one millisecond do not all begin to look at the same campaigns", async () => {
    const snapshots = Array.from({ length: 640 }, (_, i) => testSnapshot({ campaignId: i + 1 }));
    const house = testDelivery(snapshots);
    const neighbourhoods = new Set<number>();
    for (let i = 0; i < 400; i++) {
      const { body } = await house.bid(testRequest({ user: { id: `visitor-${i}` } }));
      if (body !== undefined) neighbourhoods.add(Math.floor(Number(body.seatbid[0].bid[0].cid) / 32));
    }
    // From one start on, the looks of a slot come to five of the twenty at most.
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
    ["unsupported_slot", { imp: [{ id: "1", audio: { mimes: ["audio/mp4"] } }] }],
  ])("no bid because of %s", async (reason, changes) => {
    const house = testDelivery([testSnapshot()]);
    expect((await house.bid(testRequest(changes))).status).toBe(204);
    expect(house.delivery.metrics.expose()).toContain(`litfass_no_bid_total{reason="${reason}"} 1`);
    expect((await house.bid(testRequest({ ...changes, test: 1 }))).body.ext.reasons).toEqual([reason]);
  });

  test("a body that is no JSON is refused, a slow process says nothing rather than too late", async () => {
    const house = testDelivery([testSnapshot()]);
    expect((await house.bid("{")).status).toBe(400);
    const late = testDelivery([testSnapshot()], { load: { waitMs: () => 90, isOver: () => false, stop: () => {} } });
    expect((await late.bid(testRequest({ tmax: 100 }))).status).toBe(204);
    const busy = testDelivery([testSnapshot()], { load: { waitMs: () => 90, isOver: () => true, stop: () => {} } });
    expect((await busy.bid(testRequest())).status).toBe(204);
  });

  test("half a character anywhere is no reason to fail: neither for a bid nor for a publisher's tag", async () => {
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
      const house = testDelivery([testSnapshot()]);
      const { status, body } = await house.bid(testRequest(changes));
      expect([changes, status]).toEqual([changes, 200]);
      const { burl } = body.seatbid[0].bid[0];
      expect((await house.call("GET", burl)).status).toBe(204);
      expect(house.events).toMatchObject([{ kind: "impression", charge_micros: 25_000 }]);
    }
    const house = testDelivery([testSnapshot()]);
    const slot = encodeURIComponent(`${"a".repeat(79)}\u{1f600}`);
    const { status, body } = await house.call("GET", `/frame?w=300&h=250&slot=${slot}&page=https://news.example/`);
    expect(status).toBe(200);
    expect(String(body)).toContain("data-litfass-ad");
  });

  test.skipIf(!hasData)("every recorded request gets 200 or 204, and each answer is valid OpenRTB 2.6", async () => {
    const lines = readFileSync(resolve(data, "requests.ndjson"), "utf8").trim().split("\n");
    const examples = JSON.parse(readFileSync(resolve(data, "openrtb-2.6-examples.json"), "utf8")) as {
      body: unknown;
    }[];
    const schema = JSON.parse(readFileSync(resolve(data, "openrtb26-Resp.schema.json"), "utf8"));
    const validate = new Ajv({ strict: false }).compile(schema);
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
    const video = {
      ...creatives[0]!,
      format: "640x360",
      width: 640,
      height: 360,
      kind: "video" as const,
      durationSeconds: 15,
    };
    const house = testDelivery([testSnapshot({ creatives: [...creatives, video] })]);
    const counts: Record<number, number> = {};
    for (const line of [...lines, ...examples.map(({ body }) => JSON.stringify(body))]) {
      const { status, body } = await house.bid(line);
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 200) expect(validate(body), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
      house.clock.advance(5_000);
    }
    console.log(`answered ${lines.length} recorded requests and ${examples.length} examples:`, counts);
    expect(Object.keys(counts).sort()).toEqual(["200", "204"]);
    expect(lines.length).toBe(252);
  });

  test.skipIf(!hasData)("damaged requests never get an error of the server", async () => {
    const lines = readFileSync(resolve(data, "requests.ndjson"), "utf8").trim().split("\n");
    const house = testDelivery([testSnapshot()]);
    const rubbish: unknown[] = [null, 0, "", [], {}, "x".repeat(300), -1, { id: 5 }, [[]], true, 1e308];
    let tried = 0;
    for (const [index, line] of lines.entries()) {
      const request = JSON.parse(line) as Record<string, unknown>;
      for (const key of [...Object.keys(request), "device", "site", "regs", "user"]) {
        const { status } = await house.bid({ ...request, [key]: rubbish[(index + tried++) % rubbish.length] });
        expect([200, 204]).toContain(status);
      }
    }
    console.log(`tried ${tried} damaged requests`);
  });
});
