import { addFunnel, type FunnelCounter, funnelCounters, newFunnelCounts } from "@litfass/adserver/index";
import { importEvents } from "@litfass/events/index";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import type { CampaignRun } from "../overview/campaign-health.ts";
import { judgeDelivery } from "./delivery-report.ts";

const funnelOf = (counts: Partial<Record<FunnelCounter, number>>) =>
  ({ ...Object.fromEntries(funnelCounters.map((name) => [name, 0])), ...counts }) as Record<FunnelCounter, number>;
const reached = { seen: 10_000, technology: 9_000, place: 90, context: 80, site: 80, people: 70, format: 60 };
const nothing = { wins: 0, impressions: 0, viewable: 0 };
const live = { isPast: false, isLive: true, sharePercent: 20 };

test("names the narrowest step with the wizard step that widens it", () => {
  const funnel = funnelOf({ ...reached, outbid: 5, bid: 50 });
  const judged = judgeDelivery({ funnel, outcome: { wins: 30, impressions: 28, viewable: 20 }, ...live });
  expect(judged).toMatchObject({ verdict: "limited", narrowest: "place", remedy: "targeting" });
  expect(judged.steps.map(({ chances }) => chances)).toEqual([
    10_000, 9_000, 90, 80, 80, 70, 60, 55, 55, 50, 30, 28, 20,
  ]);
});

test("a place with few opportunities is the cause, not the step that lost the last one of them", () => {
  const funnel = funnelOf({ seen: 25_625, technology: 1_592, place: 3, context: 1, site: 1, people: 1 });
  expect(judgeDelivery({ funnel, outcome: nothing, ...live })).toMatchObject({
    narrowest: "place",
    remedy: "targeting",
  });
});

test("names what to fix for the most frequent reason if the campaign itself holds back", () => {
  const wide = { seen: 100, technology: 100, place: 100, context: 100, site: 100, people: 100, format: 100 };
  const funnel = funnelOf({ ...wide, no_budget: 80, visibility: 18, bid: 2 });
  const judged = judgeDelivery({ funnel, outcome: nothing, ...live });
  expect(judged.reasons).toEqual([
    { reason: "no_budget", chances: 80 },
    { reason: "visibility", chances: 18 },
  ]);
  // Two bids without a win prove little.
  expect(judged).toMatchObject({ narrowest: "allowed", remedy: "budget" });
  const losing = judgeDelivery({ funnel: funnelOf({ ...wide, bid: 100 }), outcome: nothing, ...live });
  expect(losing).toMatchObject({ narrowest: "won", remedy: null });
  const winning = judgeDelivery({ funnel, outcome: { wins: 2, impressions: 2, viewable: 0 }, ...live });
  expect(winning).toMatchObject({ narrowest: "allowed", remedy: "budget" });
});

test("counted steps never exceed the projected ones above them", () => {
  const { steps } = judgeDelivery({ funnel: funnelOf({ seen: 1, bid: 4 }), outcome: { ...nothing, wins: 7 }, ...live });
  expect(steps.map(({ chances }) => chances)).toEqual([7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 0]);
});

test("reports ended, paused, without requests and on plan before any other verdict", () => {
  const [funnel, outcome] = [funnelOf(reached), nothing];
  const verdictOf = (change: object) => judgeDelivery({ funnel, outcome, ...live, ...change }).verdict;
  expect(verdictOf({ isPast: true })).toBe("past");
  expect(verdictOf({ isLive: false, sharePercent: null })).toBe("paused");
  expect(verdictOf({ funnel: funnelOf({}) })).toBe("starved");
  expect(verdictOf({ sharePercent: 96 })).toBe("on_plan");
});

let stack: Stack;
const runs = new Map<number, CampaignRun>();
beforeAll(async () => {
  stack = await startStack({
    modules: {
      statistics: {
        runsOf: async () => runs,
        appNames: async () => new Map(),
        ownerNames: async () => new Map(),
        timeZoneOf: async () => "Europe/Zurich",
        externalReports: async () => [],
        conversionsOf: async () => [],
        campaignsFor: async (caller, { ids }) =>
          caller.uid === "ada-uid" && ids?.[0] === 1
            ? [{ id: 1, name: "Spring", ownerUid: "ada-uid", budgetMicros: 1_000_000n, currency: "CHF" }]
            : [],
      },
    },
  });
});
afterAll(() => stack?.close());

test("the owner sees the funnel and the adjustments of the period, other users get 404", async () => {
  const { db, clickhouse, clock } = stack.platform;
  const counts = newFunnelCounts();
  for (const [name, count] of Object.entries({ ...reached, bid: 9, pacing: 3 })) {
    counts[funnelCounters.indexOf(name as FunnelCounter)] = count;
  }
  await addFunnel(db, new Map([[1, counts]]), clock.now());
  const at = clock.now().toISOString();
  const event = { at, exchange: "sandbox", auction_id: "a", imp_id: "1", campaign_id: 1, owner_uid: "ada-uid" };
  const where = { creative_uuid: "", format: "300x250", site: "news.example", site_kind: "site" as const };
  const who = { country: "CH", region: "CH-BE", city: "Bern", device: "computer", browser: "chrome", language: "de" };
  const money = { charge_micros: 0, currency: "CHF", lease_id: "", invalid: "" };
  const base = { ...event, ...where, ...who, ...money };
  await importEvents(clickhouse, "funnel", [
    { ...base, kind: "win" },
    { ...base, kind: "win" },
    { ...base, kind: "impression" },
  ]);
  const ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  const { status, body } = await ada.get("/statistics/campaigns/1/delivery");
  expect(status).toBe(200);
  expect(body).toMatchObject({ verdict: "paused", narrowest: "place", counted_from: "2026-03-02T09:00:00.000Z" });
  const chances = Object.fromEntries(
    body.steps.map((row: { step: string; chances: number }) => [row.step, row.chances]),
  );
  expect(chances).toMatchObject({ seen: 10_000, place: 90, considered: 12, allowed: 9, bid: 9, won: 2, rendered: 1 });
  const earlier = await ada.get("/statistics/campaigns/1/delivery?from=2026-02-01&to=2026-02-02");
  expect(earlier.body).toMatchObject({ counted_from: null, verdict: "past", share_percent: null });

  // Also those of ad servers of an earlier release.
  await db.execute(`INSERT INTO adjustment_minutes VALUES
    (1, '2026-03-02T08:59:00Z', 12, 0.94, 1, 1, 0.98, '{"behind_plan": 11, "price_lowered": 1}')`);
  await db.execute(`INSERT INTO campaign_adjustments VALUES
    (1, '', '2026-03-02T08:58:00Z', 1, 0.93, 0.94, 1, 1, '{"behind_plan": 1}')`);
  expect((await ada.get("/statistics/campaigns/1/adjustments")).body).toEqual({
    max_per_minute: 150,
    data: [
      {
        at: "2026-03-02T08:59:00.000Z",
        adjustments: 12,
        participation_before: 94,
        participation_after: 100,
        price_before: 100,
        price_after: 98,
        reasons: [
          { reason: "behind_plan", adjustments: 11 },
          { reason: "price_lowered", adjustments: 1 },
        ],
      },
      {
        at: "2026-03-02T08:58:00.000Z",
        adjustments: 1,
        participation_before: 93,
        participation_after: 94,
        price_before: 100,
        price_after: 100,
        reasons: [{ reason: "behind_plan", adjustments: 1 }],
      },
    ],
  });
  const ben = await stack.signIn({ uid: "ben-uid", role: "customer" });
  for (const path of ["delivery", "adjustments"]) {
    expect((await ben.get(`/statistics/campaigns/1/${path}`)).status).toBe(404);
  }
});

test("the steps of the health's time are those by which the campaign is judged, from the hour of its last change", async () => {
  const { db, clock } = stack.platform;
  const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const counts = newFunnelCounts();
  counts[funnelCounters.indexOf("seen")] = 70_000;
  await addFunnel(db, new Map([[1, counts]]), hoursAgo(5));
  const fromAt = hoursAgo(48);
  runs.set(1, {
    ...{ id: 1, isActive: true, budgetMicros: 1_000_000n },
    ...{ fromAt, endAt: hoursAgo(-48), resumedAt: hoursAgo(1.5) },
  });
  const ada = await stack.signIn({ uid: "ada-uid", role: "customer" });
  const seenIn = ({ body }: { body: { steps: { chances: number }[] } }) => body.steps[0]?.chances;
  const chosen = await ada.get("/statistics/campaigns/1/delivery");
  const judged = await ada.get("/statistics/campaigns/1/delivery?time=health");
  expect([seenIn(chosen), seenIn(judged)]).toEqual([80_000, 10_000]);
  const { body } = await ada.get("/statistics/overviews?campaign_ids=1");
  const { health } = body[0] ?? body.data[0];
  expect(health).toMatchObject({ since: hoursAgo(1.5).toISOString(), verdict: "behind", narrowest: "place" });
  expect(judged.body).toMatchObject({
    narrowest: health.narrowest,
    share_since: health.since,
    share_percent: health.share_percent,
  });
});
