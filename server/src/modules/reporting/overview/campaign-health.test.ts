import { type FunnelCounter, funnelCounters } from "@litfass/adserver/index";
import { expect, test } from "vitest";
import {
  type CampaignRun,
  dailyShareMicros,
  evenShareMicros,
  healthOf,
  plannedMicros,
  type RecentDelivery,
  recentFrom,
} from "./campaign-health.ts";

const now = new Date("2026-03-11T12:00:00.000Z");
const at = (day: string) => new Date(`${day}:00.000Z`);
/** Ten of twenty days are over. */
const run: CampaignRun = {
  id: 1,
  isActive: true,
  budgetMicros: 200_000_000n,
  fromAt: at("2026-03-01T12:00"),
  endAt: at("2026-03-21T12:00"),
  resumedAt: at("2026-03-01T12:00"),
};
const idle: RecentDelivery = {
  impressions: 0,
  spentMicros: 0n,
  recentMicros: 0n,
  recent: { wins: 0, impressions: 0, viewable: 0 },
  funnel: null,
};
const funnelOf = (counts: Partial<Record<FunnelCounter, number>>) =>
  ({ ...Object.fromEntries(funnelCounters.map((name) => [name, 0])), ...counts }) as Record<FunnelCounter, number>;
/** Half of the budget was used before the judged 23 hours, so each of the ten days left has 10.00. */
const spent = (recentMicros: bigint): RecentDelivery => ({
  ...idle,
  impressions: 4_000,
  spentMicros: 100_000_000n + recentMicros,
  recentMicros,
});

test("the expected spend is the elapsed share of the budget", () => {
  expect(plannedMicros(run, now)).toBe(100_000_000n);
  expect(plannedMicros(run, at("2026-02-01T00:00"))).toBe(0n);
  expect(plannedMicros(run, at("2026-05-01T00:00"))).toBe(200_000_000n);
});

test("today's share is the remainder divided by the remaining days, and nothing if the campaign does not run", () => {
  expect(dailyShareMicros(run, 100_000_000n, now)).toBe(10_000_000n);
  expect(dailyShareMicros(run, 300_000_000n, now)).toBe(0n);
  expect(dailyShareMicros({ ...run, isActive: false }, 0n, now)).toBeNull();
  expect(dailyShareMicros(run, 0n, at("2026-05-01T00:00"))).toBeNull();
});

test("the even share of a day is the same for the whole run, and today's at its start", () => {
  expect(evenShareMicros(run)).toBe(10_000_000n);
  const afternoon = { ...run, fromAt: at("2026-03-02T00:00") };
  expect(evenShareMicros(afternoon)).toBe(10_256_410n);
  expect(dailyShareMicros(afternoon, 0n, afternoon.fromAt)).toBe(evenShareMicros(afternoon));
  expect(evenShareMicros({ ...run, endAt: at("2026-03-01T15:00") })).toBe(200_000_000n);
});

test("compares the last 24 hours of a campaign with the even share of its remainder at that time", () => {
  const due = (100_000_000 * 23) / (10 * 24 + 23);
  expect(recentFrom(now)).toEqual(at("2026-03-10T13:00"));
  expect(healthOf(run, spent(BigInt(Math.ceil(due))), now)).toMatchObject({
    verdict: "on_plan",
    since: "2026-03-10T13:00:00.000Z",
    share_percent: 100,
  });
  expect(healthOf(run, spent(BigInt(Math.ceil(due * 0.91))), now).verdict).toBe("on_plan");
  expect(healthOf(run, spent(BigInt(Math.ceil(due * 0.89))), now)).toMatchObject({
    verdict: "behind",
    share_percent: 89,
    narrowest: null,
  });
});

test("results from before the funnel was counted do not hide the step that narrows it", () => {
  const funnel = funnelOf({ seen: 25_625, technology: 1_592, place: 3, context: 1 });
  const delivery = { ...spent(1n), funnel, recent: { wins: 240, impressions: 240, viewable: 180 } };
  expect(healthOf(run, delivery, now)).toMatchObject({ verdict: "behind", narrowest: "place", remedy: "targeting" });
});

test("names the narrowest step, the reason and the remedy of a campaign that is behind", () => {
  const wide = { seen: 9_000, technology: 9_000, place: 90, context: 90, site: 90, people: 90, format: 90, bid: 90 };
  const delivery = { ...spent(1n), recent: { wins: 80, impressions: 80, viewable: 70 } };
  expect(healthOf(run, { ...delivery, funnel: funnelOf(wide) }, now)).toMatchObject({
    verdict: "behind",
    narrowest: "place",
    reason: null,
    remedy: "targeting",
  });
  const held = funnelOf({
    ...wide,
    place: 9_000,
    context: 9_000,
    site: 9_000,
    people: 9_000,
    format: 9_000,
    no_format: 8_000,
  });
  expect(healthOf(run, { ...delivery, funnel: held }, now)).toMatchObject({
    narrowest: "allowed",
    reason: "no_format",
    remedy: "template",
  });
});

test("gives no verdict in the first hour after a start or a pause", () => {
  const started = { ...run, fromAt: at("2026-03-11T11:10"), resumedAt: at("2026-03-11T11:10") };
  expect(healthOf(started, idle, now)).toMatchObject({ verdict: "waiting", share_percent: null });
  expect(healthOf(started, { ...idle, impressions: 1 }, now).verdict).toBe("early");
  expect(healthOf(started, idle, at("2026-03-11T12:10"))).toMatchObject({ verdict: "behind", share_percent: 0 });
  expect(healthOf({ ...run, resumedAt: at("2026-03-11T11:30") }, spent(0n), now)).toMatchObject({
    verdict: "early",
    since: "2026-03-11T11:30:00.000Z",
  });
});

test("a campaign that does not run has no health", () => {
  for (const change of [{ isActive: false }, { fromAt: at("2026-03-12T00:00") }, { endAt: at("2026-03-11T12:00") }]) {
    expect(healthOf({ ...run, ...change }, spent(0n), now)).toMatchObject({ verdict: "stopped", since: null });
  }
});
