import { gunzipSync } from "node:zlib";
import type { Exchange } from "@litfass/platform/config/exchanges";
import { expect, test } from "vitest";
import { testAdServer, testRequest, testSnapshot } from "../testing/testing-ad-server.ts";
import { applyExchanges } from "./apply-exchanges.ts";

const withExchange = (settings: Partial<Exchange>) =>
  testAdServer([testSnapshot()], { exchanges: [{ name: "sandbox", ...settings }] });
type Started = ReturnType<typeof withExchange>;

/** Asks until there is a bid, because pacing and viewability let some requests pass. */
async function bidOf(adServer: Started, changes: Record<string, unknown> = {}) {
  for (let request = 0; request < 100; request++) {
    adServer.clock.advance(1_000);
    const { status, body } = await adServer.bid(testRequest(changes));
    if (status === 200) return { ...body.seatbid[0].bid[0], cur: body.cur };
  }
  throw new Error("no bid");
}

/** Why there is never a bid. */
async function reasonOf(adServer: Started, changes: Record<string, unknown> = {}): Promise<string> {
  const reasons = new Set<string>();
  for (let request = 0; request < 20; request++) {
    adServer.clock.advance(1_000);
    const { status, body } = await adServer.bid(testRequest({ test: 1, ...changes }));
    reasons.add(status === 200 && body.seatbid ? "bid" : body.ext.reasons.join());
  }
  return [...reasons].sort().join(" ");
}

test("a disabled exchange gets no bid, and its notices about earlier bids still count", async () => {
  const adServer = withExchange({});
  const { burl } = await bidOf(adServer);
  applyExchanges(adServer.instance, [{ name: "sandbox", isEnabled: false }]);
  const before = adServer.instance.metrics.noBids.of("exchange_disabled").count;
  expect((await adServer.bid(testRequest())).status).toBe(204);
  expect(adServer.instance.metrics.noBids.of("exchange_disabled").count).toBe(before + 1);
  expect((await adServer.call("GET", burl.replace(`\${AUCTION_PRICE}`, "5"))).status).toBe(204);
  await adServer.countHeld();
  expect(adServer.events.map(({ kind }) => kind)).toEqual(["cost", "impression"]);
});

test("an exchange that is no longer listed is unknown", async () => {
  const adServer = withExchange({});
  applyExchanges(adServer.instance, []);
  expect((await adServer.call("POST", "/openrtb2/sandbox/bid")).status).toBe(404);
});

test.each([
  [undefined, { nurl: expect.any(String), burl: expect.any(String), lurl: expect.any(String), mtype: 1 }],
  ["2.6", { nurl: expect.any(String), burl: expect.any(String), lurl: expect.any(String), mtype: 1 }],
] as const)("with protocol %s a bid has the members of OpenRTB 2.6", async (protocol, members) => {
  expect(await bidOf(withExchange({ protocol }))).toMatchObject(members);
});

test("with protocol 2.5 a response says so and has no members of 2.6, beside an exchange with 2.6", async () => {
  const adServer = testAdServer([testSnapshot()], {
    exchanges: [{ name: "sandbox", protocol: "2.5" }, { name: "newer" }],
  });
  const older = await bidOf(adServer);
  expect(older).not.toHaveProperty("mtype");
  const body = Buffer.from(JSON.stringify(testRequest()));
  const versions = new Set<unknown>();
  for (const name of ["sandbox", "newer"]) {
    for (let request = 0; request < 200; request++) {
      adServer.clock.advance(1_000);
      const { status, headers } = await adServer.call("POST", `/openrtb2/${name}/bid`, { body });
      if (status === 200) versions.add(`${name} ${headers["x-openrtb-version"]}`);
    }
  }
  expect([...versions]).toEqual(["sandbox 2.5", "newer 2.6"]);
  expect(await bidOf(adServer)).not.toHaveProperty("mtype");
});

test.each([
  [["billing"], ["burl"]],
  [
    ["win", "loss"],
    ["nurl", "lurl"],
  ],
  [[], []],
] as const)("with the notices %j a bid has the members %j, and its ad still counts", async (notices, members) => {
  const adServer = withExchange({ notices });
  const bid = await bidOf(adServer);
  const given = (["nurl", "burl", "lurl"] as const).filter((member) => member in bid);
  expect(given).toEqual(members);
  const impression = /data-impression="([^"]+)"/.exec(bid.adm)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await adServer.call("GET", impression)).status).toBe(200);
  for (const member of given) expect((await adServer.call("GET", bid[member])).status).toBe(204);
  expect(adServer.events.filter(({ kind }) => kind === "impression")).toMatchObject([{ charge_micros: 25_000 }]);
});

test("bids are in a listed currency, the first one where the request names none", async () => {
  const adServer = withExchange({ currencies: ["EUR", "CHF"] });
  expect((await bidOf(adServer, { cur: undefined })).cur).toBe("EUR");
  expect((await bidOf(adServer, { cur: ["USD", "CHF"] })).cur).toBe("CHF");
  expect(await reasonOf(adServer, { cur: ["USD"] })).toBe("unsupported_currency");
  expect((await bidOf(withExchange({}), { cur: undefined })).cur).toBe("USD");
});

test("slots of other formats than the exchange's get no bid", async () => {
  expect(await reasonOf(withExchange({ formats: ["video"] }))).toBe("unsupported_slot");
  expect(await bidOf(withExchange({ formats: ["banner"] }))).toMatchObject({ w: 300 });
});

test("requests over the limit of a second get no bid; the processes share the limit", async () => {
  const adServer = withExchange({ requestsPerSecond: 4 });
  adServer.engine.processes = 2;
  const over = () => adServer.instance.metrics.noBids.of("over_request_limit").count;
  adServer.clock.advance(1_000);
  for (let request = 0; request < 5; request++) await adServer.bid(testRequest());
  expect(over()).toBe(3);
  adServer.clock.advance(1_000);
  await adServer.bid(testRequest());
  expect(over()).toBe(3);
});

test("a request that cannot be answered within the exchange's time limit gets no bid", async () => {
  const start = (settings: Partial<Exchange>) =>
    testAdServer([testSnapshot()], {
      exchanges: [{ name: "sandbox", ...settings }],
      load: { waitMs: () => 60, isOver: () => false, stop: () => {} },
    });
  expect(await reasonOf(start({ responseMs: 70 }))).toBe("too_late");
  expect(await reasonOf(start({ responseMs: 70 }), { tmax: 500 })).toBe("too_late");
  expect(await bidOf(start({ responseMs: 70, networkMs: 10 }), { tmax: 500 })).toBeDefined();
  expect(await bidOf(start({}), { tmax: 100 })).toBeDefined();
  expect(await reasonOf(start({ networkMs: 50 }), { tmax: 100 })).toBe("too_late");
});

test("the minimum margin bounds a second-price bid, the target margin a first-price one", async () => {
  const adServer = withExchange({ margins: { minimum: 40, target: 60 } });
  expect((await bidOf(adServer, { at: 2 })).price).toBeLessThanOrEqual(15);
  expect(
    await reasonOf(adServer, { imp: [{ ...testRequest().imp[0], bidfloor: 15.01, bidfloorcur: "CHF" }] }),
  ).toContain("below_floor");
  expect((await bidOf(withExchange({ margins: { minimum: 0, target: 60 } }), { at: 1 })).price).toBeLessThan(14);
});

test("visitors' IDs go to the exchange's sync URL, until it has none", async () => {
  const adServer = withExchange({ syncUrl: "https://sync.example/put?id={id}" });
  const sync = () => adServer.call("GET", "/sync?exchange=sandbox&gdpr=0");
  const { status, headers } = await sync();
  expect([status, headers.location]).toEqual([302, expect.stringMatching(/^https:\/\/sync\.example\/put\?id=[\w-]+$/)]);
  applyExchanges(adServer.instance, [{ name: "sandbox" }]);
  expect((await sync()).status).toBe(404);
});

test("requests, bids and win notices are counted by exchange", async () => {
  const adServer = withExchange({});
  const { nurl } = await bidOf(adServer);
  await adServer.call("GET", nurl);
  const traffic = adServer.instance.exchangeTraffic.get("sandbox");
  expect(traffic).toMatchObject({ bids: 1, wins: 1 });
  expect(traffic?.requests).toBeGreaterThanOrEqual(1);
  applyExchanges(adServer.instance, [{ name: "sandbox", protocol: "2.5" }]);
  expect(adServer.instance.exchangeTraffic.get("sandbox")).toBe(traffic);
});

test.each([
  ["gzip, zstd", true, "gzip"],
  ["br;q=1.0, GZIP;q=0.5", true, "gzip"],
  ["gzip;q=0, br", true, undefined],
  ["x-gzip-like", true, undefined],
  [undefined, true, undefined],
  ["gzip", false, undefined],
])(
  "for Accept-Encoding %s and compression %s a bid response has the encoding %s",
  async (accepted, compressesResponses, expected) => {
    const adServer = withExchange({ compressesResponses });
    const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
    const encodings = new Set<unknown>();
    for (let request = 0; request < 40; request++) {
      adServer.clock.advance(1_000);
      const body = JSON.stringify(testRequest());
      const answer = await adServer.call("POST", "/openrtb2/sandbox/bid", { body: Buffer.from(body), headers });
      if (answer.status !== 200) {
        expect([answer.status, answer.headers["content-encoding"]]).toEqual([204, undefined]);
        continue;
      }
      encodings.add(answer.headers["content-encoding"]);
      const bytes = Buffer.from(answer.body);
      const text = (expected === "gzip" ? gunzipSync(bytes) : bytes).toString();
      expect(JSON.parse(text).seatbid[0].bid).toHaveLength(1);
      expect(answer.headers["content-type"]).toBe("application/json");
    }
    expect([...encodings]).toEqual([expected]);
  },
);
