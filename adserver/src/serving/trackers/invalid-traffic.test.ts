import { expect, test } from "vitest";
import { isServerAgent, trafficCheck } from "./invalid-traffic.ts";

const agent =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const nowMs = Date.parse("2026-03-02T09:00:00.000Z");
const visit = (ip: string, headers: Record<string, string> = {}) => ({
  ip,
  headers: { "user-agent": agent, ...headers },
});
const nobody = { visitorKey: "", campaignId: 1, exchange: "sandbox" };

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
