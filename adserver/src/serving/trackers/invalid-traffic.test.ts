import { expect, test } from "vitest";
import { addressesOf, testAdServer, testRequest, testSnapshot } from "../../testing/testing-ad-server.ts";
import { isServerAgent, trafficCheck, type Viewer } from "./invalid-traffic.ts";

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const nowMs = Date.parse("2026-03-02T09:00:00.000Z");
const visit = (ip: string, headers: Record<string, string> = {}) => ({
  ip,
  headers: { "user-agent": agent, ...headers },
});
const nobody: Viewer = { visitorKey: "", campaignId: 1, exchange: "sandbox", siteKind: "site" };

/** Valid events out of 700 from the given addresses in one minute. */
function valid(kind: "impression" | "click", addressOf: (at: number) => string, viewer = nobody): number {
  const check = trafficCheck();
  const reasons = Array.from({ length: 700 }, (_, at) =>
    check.invalidReason(visit(addressOf(at)), kind, viewer, nowMs),
  );
  expect(reasons.every((reason) => reason === undefined || reason === "impossible_rate")).toBe(true);
  return reasons.filter((reason) => reason === undefined).length;
}

test.each([
  ["one address", () => "203.0.113.7"],
  ["a network of IPv4", (at: number) => `203.0.113.${at % 256}`],
  ["the same network, mapped to IPv6", (at: number) => `::ffff:203.0.113.${at % 256}`],
  ["a network of IPv6", (at: number) => `2a00:1450:4001:${(at % 256).toString(16)}::1`],
  ["a network of IPv6 written with zeros left out", (at: number) => `2a00::${(at % 256).toString(16)}`],
])("visitors without an ID in %s have 600 impressions and 60 clicks a minute for a campaign", (_where, addressOf) => {
  expect([valid("impression", addressOf), valid("click", addressOf)]).toEqual([600, 60]);
});

test("other networks, campaigns and minutes have limits of their own", () => {
  expect(valid("impression", (at) => `203.0.${at % 2}.7`)).toBe(700);
  const check = trafficCheck();
  const count = (campaignId: number, atMs: number) =>
    Array.from({ length: 61 }, () =>
      check.invalidReason(visit("203.0.113.7"), "click", { ...nobody, campaignId }, atMs),
    ).filter((reason) => reason === undefined).length;
  expect([count(1, nowMs), count(2, nowMs), count(1, nowMs), count(1, nowMs + 60_000)]).toEqual([60, 60, 0, 60]);
});

test.each([
  ["impression", 500, 6_000],
  ["click", 50, 300],
] as const)(
  "within the minutes' limits a network has no more %ss for a campaign in an hour",
  (kind, perMinute, limit) => {
    const check = trafficCheck();
    const count = (campaignId: number, fromMs: number): number => {
      let valid = 0;
      for (let minute = 0; minute < 60; minute++) {
        for (let at = 0; at < perMinute; at++) {
          const from = visit(`203.0.113.${at % 256}`);
          const reason = check.invalidReason(from, kind, { ...nobody, campaignId }, fromMs + minute * 60_000);
          if (reason === undefined) valid++;
        }
      }
      return valid;
    };
    expect([count(1, nowMs), count(1, nowMs + 3_600_000)]).toEqual([limit, limit]);
    expect(count(2, nowMs + 3_600_000)).toBe(limit);
  },
);

test("many other networks and campaigns do not use up the hour of one", () => {
  const check = trafficCheck();
  for (let other = 0; other < 200_000; other++) {
    check.invalidReason(visit(`10.${other % 200}.${other % 250}.7`), "click", { ...nobody, campaignId: other }, nowMs);
  }
  let valid = 0;
  for (let at = 0; at < 350; at++) {
    const reason = check.invalidReason(visit("203.0.113.7"), "click", nobody, nowMs + Math.floor(at / 10) * 60_000);
    if (reason === undefined) valid++;
  }
  expect(valid).toBeGreaterThan(280);
  expect(valid).toBeLessThanOrEqual(300);
});

test("before the bid the same rules refuse data centers, and visitors and networks whose impressions reached the limit", () => {
  const check = trafficCheck((ip) => ip === "198.51.100.9");
  const somebody = { visitorKey: "somebody", exchange: "sandbox" };
  const refusals = (ip: string, atMs = nowMs) =>
    [nobody, somebody, { ...somebody, exchange: "tag" }].map((viewer) => check.refusal(ip, viewer, atMs));
  const none = [undefined, undefined, undefined];
  expect(refusals("198.51.100.9")).toEqual(["data_centre", "data_centre", "data_centre"]);
  expect(refusals("203.0.113.7")).toEqual(none);
  const show = (times: number, viewer: typeof nobody, atMs = nowMs) => {
    for (let at = 0; at < times; at++) check.invalidReason(visit("203.0.113.7"), "impression", viewer, atMs);
  };
  show(119, { ...nobody, ...somebody });
  expect(refusals("203.0.113.7")).toEqual(none);
  show(1, { ...nobody, ...somebody });
  expect(refusals("192.0.2.1")).toEqual([undefined, "impossible_rate", "impossible_rate"]);
  expect(refusals("192.0.2.1", nowMs + 60_000)).toEqual(none);
  show(601, nobody, nowMs + 60_000);
  expect(refusals("203.0.113.200", nowMs + 60_000)).toEqual(["impossible_rate", undefined, "impossible_rate"]);
  expect(refusals("203.0.114.200", nowMs + 60_000)).toEqual(none);
  expect(refusals("203.0.113.200", nowMs + 120_000)).toEqual(none);
  for (let minute = 2; minute < 14; minute++) show(500, nobody, nowMs + minute * 60_000);
  expect(refusals("203.0.113.7", nowMs + 59 * 60_000)).toEqual(["impossible_rate", undefined, "impossible_rate"]);
  expect(refusals("203.0.113.7", nowMs + 60 * 60_000)).toEqual(none);
});

test("a visitor with an ID has 120 impressions and 20 clicks a minute, whatever the network", () => {
  const viewer = { ...nobody, visitorKey: "somebody" };
  const anywhere = (at: number) => `203.0.${at % 256}.7`;
  expect([valid("impression", anywhere, viewer), valid("click", anywhere, viewer)]).toEqual([120, 20]);
  const check = trafficCheck();
  const reasons = Array.from({ length: 121 }, () => check.rateReason(viewer, nowMs));
  expect([reasons[119], reasons[120]]).toEqual([undefined, "impossible_rate"]);
});

test.each([
  ["tag", 600],
  ["prebid-js", 600],
  ["sandbox", 700],
])("of 700 impressions in one network with a new ID each, sold by %s, %i are valid", (exchange, expected) => {
  const check = trafficCheck();
  const reasons = Array.from({ length: 700 }, (_, at) =>
    check.invalidReason(visit("203.0.113.7"), "impression", { ...nobody, exchange, visitorKey: `v${at}` }, nowMs),
  );
  expect(reasons.filter((reason) => reason === undefined)).toHaveLength(expected);
});

test.each([
  [{ "sec-purpose": "prefetch;prerender" }, "prefetch"],
  [{ purpose: "prefetch" }, "prefetch"],
  [{ "x-purpose": "preview" }, "prefetch"],
  [{ "x-moz": "prefetch" }, "prefetch"],
  [{ "user-agent": "" }, "bot"],
  [{ "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }, "bot"],
  [{}, undefined],
])("%j is %s", (headers: Record<string, string>, reason) => {
  expect(trafficCheck().invalidReason(visit("203.0.113.7", headers), "other", nobody, nowMs)).toBe(reason);
});

test.each([
  ["okhttp/4.9.0", undefined],
  ["TuneIn Radio/30", undefined],
  ["AntennaPod/3.1", undefined],
  ["Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko)", undefined],
  ["Googlebot/2.1 (+http://www.google.com/bot.html)", "bot"],
  ["curl/8.6.0", "bot"],
  ["python-requests/2.31", "bot"],
  ["Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/130.0", "bot"],
  ["", "bot"],
])("in an app %j is %s, because apps name themselves as libraries do", (name, reason) => {
  const from = visit("203.0.113.7", { "user-agent": name });
  expect(trafficCheck().invalidReason(from, "other", { ...nobody, siteKind: "app" }, nowMs)).toBe(reason);
});

test("addresses of data centers are invalid", () => {
  const check = trafficCheck((ip) => ip === "198.51.100.9");
  expect(check.invalidReason(visit("198.51.100.9"), "impression", nobody, nowMs)).toBe("data_centre");
  expect(check.invalidReason(visit("198.51.100.8"), "impression", nobody, nowMs)).toBeUndefined();
});

test("a server is neither a crawler nor a prefetching browser", () => {
  expect(isServerAgent({ "user-agent": "Go-http-client/2.0" })).toBe(true);
  expect(isServerAgent({})).toBe(true);
  expect(isServerAgent({ "user-agent": "AhrefsBot/7.0" })).toBe(false);
  expect(isServerAgent({ "user-agent": "Go-http-client/2.0", purpose: "prefetch" })).toBe(false);
});

test("a network with inhuman rates gets no more bids, though the exchange reports its impressions first", async () => {
  const adServer = testAdServer([testSnapshot({ budgetMicros: "50000000000", strategy: "performance" })]);
  const anonymous = { user: {}, device: { ip: "203.0.113.20" }, test: 0 };
  const ads = [];
  while (ads.length < 601) {
    adServer.clock.advance(500);
    const { status, body } = await adServer.bid(testRequest(anonymous));
    if (status === 200) ads.push(body.seatbid[0].bid[0]);
  }
  const reasonsFor = async (ip: string) =>
    (await adServer.bid(testRequest({ ...anonymous, device: { ip }, test: 1 }))).body.ext?.reasons;
  for (const [at, { burl, adm }] of ads.entries()) {
    if (at === 600) expect(await reasonsFor("203.0.113.21")).not.toEqual(["impossible_rate"]);
    await adServer.call("GET", burl);
    await adServer.call("GET", addressesOf(adm).impression, { ip: "203.0.113.20", headers: { "user-agent": agent } });
  }
  expect(adServer.events.filter(({ kind }) => kind === "impression").length).toBe(601);
  expect(await reasonsFor("203.0.113.21")).toEqual(["impossible_rate"]);
  expect(await reasonsFor("203.0.114.21")).not.toEqual(["impossible_rate"]);
});
