import { expect, test } from "vitest";
import { newAdjustments, noteAdjustment, takeUnrecorded } from "./adjustments.ts";
import {
  type Adjustment,
  allowedMicros,
  newPace,
  type Pace,
  type Plan,
  type TickInput,
  tick,
  yieldPerEntry,
} from "./pacing.ts";

const dayMs = 86_400_000;
const priceMicros = 100;
const plan: Plan = {
  dayOn: "d1",
  shareMicros: 1_000_000,
  plannedMs: dayMs,
  untilMs: dayMs,
  anchorMs: 0,
  anchorMicros: 0,
};
/** A pace long enough after its start that its averages count fully. */
const paceOf = (more: Partial<Pace> = {}): Pace => ({ ...newPace(-1e12, priceMicros), lastTickMs: 0, ...more });
const inputOf = (more: Partial<TickInput> = {}): TickInput => ({
  ...{ campaignId: 7, nowMs: 400, priceMicros, plan, spentTodayMicros: 0, part: 1, slot: 1, ...more },
});

test("spend may follow the line from the anchor to the share, and be a margin ahead", () => {
  const allowed = (nowMs: number, more: Partial<Plan> = {}) => allowedMicros({ ...plan, ...more }, nowMs, priceMicros);
  // The margin is half a percent of the share, or two prices.
  expect(allowed(0)).toBe(5_000);
  expect(allowed(dayMs / 2)).toBe(505_000);
  expect(allowed(-1)).toBe(5_000);
  expect(allowed(dayMs)).toBe(1_000_000);
  expect(allowed(2 * dayMs)).toBe(1_000_000);
  expect(allowed(dayMs / 2, { shareMicros: 1_000 })).toBe(700);
  expect(allowed(dayMs / 2, { anchorMs: dayMs / 4, anchorMicros: 100_000 })).toBe(100_000 + 300_000 + 5_000);
  // More was spent before than the share allows: the line falls to the share, and ends there.
  expect(allowed(2 * dayMs, { anchorMicros: 2_000_000 })).toBe(1_000_000);
  expect(allowed(0, { plannedMs: 0 })).toBe(1_000_000);
  expect(allowed(0, { plannedMs: -1 })).toBe(1_000_000);
});

test("a campaign begins with full participation and price, and has seen nothing yet", () => {
  expect(newPace(5, priceMicros)).toEqual({
    ...{ participation: 1, priceFactor: 1, plan: undefined, adjustedSlot: -1, lastTickMs: 5, startedMs: 5 },
    ...{ chances: 0, entries: 0, chargedMicros: 0, bids: 0, wins: 0, chancesPerMs: 0 },
    ...{ yieldEntries: 1, yieldMicros: priceMicros },
  });
});

test("a step is taken after 400 ms, of which timers may be 10 early", () => {
  const pace = paceOf({ chances: 10 });
  expect(tick(pace, inputOf({ nowMs: 389 }))).toBeUndefined();
  expect([pace.chances, pace.lastTickMs, pace.plan]).toEqual([10, 0, undefined]);
  tick(pace, inputOf({ nowMs: 390 }));
  expect([pace.chances, pace.lastTickMs, pace.plan]).toEqual([0, 390, plan]);
});

test("averages forget chances in three minutes and yields in ten", () => {
  const pace = paceOf({
    ...{ chances: 100, entries: 3, chargedMicros: 50, chancesPerMs: 1, yieldEntries: 2, yieldMicros: 90 },
  });
  tick(pace, inputOf({ nowMs: 1_000 }));
  const [chanceWeight, yieldWeight] = [Math.exp(-1_000 / 180_000), Math.exp(-1_000 / 600_000)];
  expect(pace.chancesPerMs).toBeCloseTo(chanceWeight + 0.1 * (1 - chanceWeight), 12);
  expect(pace.yieldEntries).toBeCloseTo(2 * yieldWeight + 3, 12);
  expect(pace.yieldMicros).toBeCloseTo(90 * yieldWeight + 50, 12);
  expect([pace.chances, pace.entries, pace.chargedMicros]).toEqual([0, 0, 0]);
  expect(yieldPerEntry(pace)).toBe(pace.yieldMicros / pace.yieldEntries);
  const idle = paceOf({ yieldEntries: 0, yieldMicros: 0 });
  tick(idle, inputOf());
  expect([idle.yieldEntries, idle.yieldMicros]).toEqual([0.01, 0.0001]);
});

/** The participation after a step with one chance per ms at a yield of 100 micros. */
function wanted(more: Partial<TickInput>, pace: Partial<Pace> = {}): number | undefined {
  const full = paceOf({ chances: 400, chancesPerMs: 1, participation: 0.3, ...pace });
  return tick(full, inputOf(more))?.participationAfter;
}

test("it takes the part of the chances that spends the rest of the share by the planned time", () => {
  const half = { plan: { ...plan, plannedMs: 400 + 1_000_000, shareMicros: 50_000_000 } };
  expect(wanted(half)).toBeCloseTo(0.5, 6);
  expect(wanted({ ...half, part: 0.25 })).toBeCloseTo(0.125, 6);
  expect(wanted({ ...half, spentTodayMicros: 30_000_000 })).toBeCloseTo(0.2, 6);
  expect(wanted({ ...half, plan: { ...half.plan, shareMicros: 500_000_000 } })).toBe(1);
  // At least a minute is left, also close to the planned time.
  expect(wanted({ plan: { ...plan, plannedMs: 500, shareMicros: 600_000 } })).toBeCloseTo(0.1, 6);
  expect(wanted(half, { chances: 0, chancesPerMs: 0 })).toBe(1);
  expect(wanted({ ...half, plan: { ...half.plan, shareMicros: 101 } })).toBeCloseTo(0.000_001_01, 9);
  expect(wanted({ ...half, plan: { ...half.plan, shareMicros: 100, plannedMs: 1e12 } })).toBe(0.000_001);
  expect(wanted({ ...half, plan: { ...half.plan, shareMicros: 99 } })).toBe(0.000_001);
  // Little is known yet: the averages are scaled up.
  const young = { startedMs: 0, chances: 400, chancesPerMs: 0 };
  expect(wanted(half, young)).toBeCloseTo(0.5, 6);
});

test("only changes of more than a percent are made, once per slot that the process owns", () => {
  const target = { plan: { ...plan, plannedMs: 400 + 1_000_000, shareMicros: 50_000_000 } };
  expect(wanted(target, { participation: 0.5 * 1.009 })).toBeUndefined();
  expect(wanted(target, { participation: 0.5 * 1.02 })).toBeCloseTo(0.5, 6);
  expect(wanted({ ...target, slot: undefined })).toBeUndefined();
  expect(wanted(target, { adjustedSlot: 1 })).toBeUndefined();
  const pace = paceOf({ chances: 400, chancesPerMs: 1, participation: 0.3 });
  tick(pace, inputOf(target));
  expect([pace.adjustedSlot, pace.participation]).toEqual([1, expect.closeTo(0.5, 6)]);
});

test("an adjustment says why: ahead, behind, the share is spent, or a new day", () => {
  const target = { plan: { ...plan, plannedMs: 400 + 1_000_000, shareMicros: 50_000_000 } };
  const reason = (more: Partial<TickInput> = {}, pace: Partial<Pace> = {}) =>
    tick(paceOf({ chances: 400, chancesPerMs: 1, ...pace }), inputOf({ ...target, ...more }));
  expect(reason()).toEqual({
    ...{ campaignId: 7, atMs: 400, reason: "ahead_of_plan", participationBefore: 1 },
    ...{ participationAfter: expect.closeTo(0.5, 6), priceFactorBefore: 1, priceFactorAfter: 1 },
  });
  expect(reason({}, { participation: 0.2 })?.reason).toBe("behind_plan");
  expect(reason({ spentTodayMicros: 49_999_901 })?.reason).toBe("share_spent");
  expect(reason({ spentTodayMicros: 49_999_900 })?.reason).toBe("ahead_of_plan");
  expect(reason({}, { plan: { ...target.plan, dayOn: "d0" } })?.reason).toBe("new_day");
  expect(reason({}, { plan: target.plan })?.reason).toBe("ahead_of_plan");
});

test("all adjustments are recorded once; each campaign's last 300 to 600 are held", () => {
  const adjustments = newAdjustments();
  const adjustment = (campaignId: number, atMs: number) => ({ campaignId, atMs }) as Adjustment;
  for (let at = 0; at < 600; at++) noteAdjustment(adjustments, adjustment(1, at));
  noteAdjustment(adjustments, adjustment(2, 0));
  expect([adjustments.recent.get(1)?.length, adjustments.recent.get(2)?.length]).toEqual([600, 1]);
  expect([takeUnrecorded(adjustments).length, takeUnrecorded(adjustments)]).toEqual([601, []]);
  noteAdjustment(adjustments, adjustment(1, 600));
  const left = adjustments.recent.get(1)?.map(({ atMs }) => atMs);
  expect([left?.length, left?.[0], left?.at(-1)]).toEqual([301, 300, 600]);
  expect(takeUnrecorded(adjustments)).toEqual([adjustment(1, 600)]);
});
