import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { seededRandom } from "@litfass/platform/random";
import { expect, test } from "vitest";
import {
  addressesOf,
  type TestAdServer,
  testAdServer,
  testRequest,
  testSnapshot,
} from "../../testing/testing-ad-server.ts";
import { testMarkets, withPrice } from "../../testing/testing-market.ts";
import { everySlot } from "./adjustment-slots.ts";
import { takeUnrecorded } from "./adjustments.ts";
import { evenDayMicros } from "./day-share.ts";
import { dayWindow } from "./day-window.ts";
import { maxAdjustments, newPace, type Plan, tick, tickMs } from "./pacing.ts";
import { pace } from "./pacing-loop.ts";

const secondMs = 1000;
const dayMs = 86_400_000;

/** Acts as a lease keeper: a separate lease for each day, and the earlier spend. */
function turnDay(adServer: TestAdServer, snapshot: CampaignSnapshot, spent: Map<string, number>): void {
  const { engine } = adServer;
  const { dayOn } = dayWindow(engine.clock.now().getTime(), snapshot.timeZone);
  const lease = engine.leases.current.get(snapshot.campaignId)!;
  if (lease.dayOn === dayOn) return;
  const before = [...spent.values()].reduce((sum, micros) => sum + micros, 0);
  const state = engine.states.get(snapshot.campaignId)!;
  state.spentBeforeTodayMicros = before;
  const next = { ...lease, id: `lease-${dayOn}`, dayOn, consumedMicros: 0, expiresAtMs: Number.POSITIVE_INFINITY };
  next.grantedMicros = Number(snapshot.budgetMicros) - before;
  engine.leases.byId.set(next.id, next);
  engine.leases.current.set(snapshot.campaignId, next);
}

/** Requests per second over the day: few at night, most in the evening. */
const traffic = (ms: number, perSecond: number): number =>
  perSecond * (1 + 0.8 * Math.sin(((ms % dayMs) / dayMs) * 2 * Math.PI - 2));

type Simulated = Pick<(typeof testMarkets)[number], "at" | "terms"> & {
  perSecond: number;
  winRate: number;
  stepMs: number;
};

async function simulate(snapshot: CampaignSnapshot, { at, terms, perSecond, winRate, stepMs }: Simulated) {
  const adServer = testAdServer([snapshot]);
  const { engine, clock } = adServer;
  engine.terms = terms;
  const random = seededRandom(7);
  const spent = new Map<string, number>();
  const startMs = Date.parse(snapshot.startAt);
  const endMs = Date.parse(snapshot.endAt);
  clock.set(new Date(startMs));
  const state = engine.states.get(1)!;
  state.pace = newPace(startMs, Number(snapshot.priceMicros));
  state.evenDayMicros = evenDayMicros(Number(snapshot.budgetMicros), startMs, endMs, snapshot.timeZone);
  engine.leases.current.get(1)!.dayOn = "";
  for (let ms = startMs; ms < endMs; ms += stepMs) {
    clock.set(new Date(ms));
    turnDay(adServer, snapshot, spent);
    pace(engine);
    const expected = (traffic(ms, perSecond) * stepMs) / secondMs;
    for (let due = expected; due > 0 && random.number() < due; due--) {
      const { status, body } = await adServer.bid(testRequest({ user: {}, at }));
      if (status !== 200 || random.number() > winRate) continue;
      const { burl, adm, price } = body.seatbid[0].bid[0];
      await adServer.call("GET", withPrice(burl, price));
      await adServer.call("GET", addressesOf(adm).viewable);
      const { dayOn } = dayWindow(ms, snapshot.timeZone);
      spent.set(dayOn, engine.leases.current.get(1)!.consumedMicros);
    }
  }
  return spent;
}

test.each(testMarkets)(
  "$market: a campaign with accelerated pacing spends more of its budget early, and on no day over a tenth more than its share",
  async ({ at, terms }) => {
    const endAt = "2026-03-11T23:00:00.000Z";
    const snapshot = testSnapshot({ budgetMicros: "100000000", endAt, pacing: "ahead" });
    const spent = await simulate(snapshot, { at, terms, perSecond: 0.05, winRate: 0.6, stepMs: 20_000 });
    const days = [...spent.values()].map((micros) => micros / 10_000_000);
    expect(Math.max(...days)).toBeLessThanOrEqual(1.1);
    expect(days.slice(0, 5).reduce((sum, share) => sum + share, 0)).toBeGreaterThan(5.2);
  },
  60_000,
);

test("days of 23 and 25 hours have the same share as any other", () => {
  const zone = "Europe/Zurich";
  const spring = dayWindow(Date.parse("2026-03-29T10:00:00Z"), zone);
  expect(spring).toMatchObject({ dayOn: "2026-03-29", startMs: Date.parse("2026-03-28T23:00:00Z") });
  expect(spring.endMs - spring.startMs).toBe(23 * 3_600_000);
  const autumn = dayWindow(Date.parse("2026-10-25T10:00:00Z"), zone);
  expect(autumn.endMs - autumn.startMs).toBe(25 * 3_600_000);
  const even = evenDayMicros(30_000, Date.parse("2026-03-01T23:00:00Z"), Date.parse("2026-03-31T22:00:00Z"), zone);
  expect(even).toBe(1000);
});

test("[CLAIM-005] under load a campaign is adjusted 150 times a minute, never more in any minute, and each is recorded", () => {
  const state = newPace(0, 25_000);
  const plan: Plan = { dayOn: "d", shareMicros: 1e9, plannedMs: dayMs, untilMs: dayMs, anchorMs: 0, anchorMicros: 0 };
  const made: number[] = [];
  const random = seededRandom(3);
  for (let nowMs = 0; nowMs < 10 * 60_000; nowMs += 10) {
    state.chances += Math.floor(random.number() * 3);
    state.entries += Math.floor(random.number() * 2);
    state.chargedMicros += 25_000 * Math.floor(random.number() * 2);
    // Alternates between behind and ahead of the plan, so that each tick has something to change.
    const spentTodayMicros = made.length % 2 === 0 ? 1e9 : 0;
    const slot = everySlot.ownSlotAt(nowMs);
    const adjustment = tick(state, {
      campaignId: 1,
      nowMs,
      priceMicros: 25_000,
      plan,
      spentTodayMicros,
      part: 1,
      slot,
    });
    if (adjustment === undefined) continue;
    made.push(adjustment.atMs);
    expect(adjustment.participationAfter).toBe(state.participation);
    expect(adjustment.reason).not.toBe("");
  }
  const inMinuteFrom = (start: number) => made.filter((at) => at >= start && at < start + 60_000).length;
  const counts = made.map(inMinuteFrom);
  console.log(`${made.length} adjustments in ten minutes, at most ${Math.max(...counts)} in any minute`);
  expect(Math.max(...counts)).toBe(maxAdjustments);
  expect(60_000 / tickMs).toBe(maxAdjustments);
});

test("records every adjustment with the values before and after and the reason", async () => {
  const adServer = testAdServer([testSnapshot()]);
  const { engine, clock } = adServer;
  for (let i = 0; i < 50; i++) {
    clock.advance(tickMs);
    for (let request = 0; request < 5; request++) await adServer.bid(testRequest({ user: {} }));
    pace(engine);
  }
  const recorded = takeUnrecorded(engine.adjustments);
  expect(recorded.length).toBeGreaterThan(10);
  expect(recorded).toEqual(engine.adjustments.recent.get(1));
  recorded.slice(1).forEach((adjustment, i) => {
    expect(adjustment.participationBefore).toBe(recorded[i]!.participationAfter);
  });
});
