import { expect, test } from "vitest";
import { everySlot } from "./adjustment-slots.ts";
import { newPace, type Pace, type Plan, tick, tickMs } from "./pacing.ts";

const priceMicros = 25_000;
const dayMs = 86_400_000;
/** With 1,000 chances per tick, this share needs about a quarter of them; twenty times as much needs all. */
const quarterShareMicros = 0.25 * (1000 / tickMs) * priceMicros * dayMs;
const planOf = (shareMicros: number): Plan => ({
  dayOn: "2026-03-02",
  shareMicros,
  plannedMs: dayMs,
  untilMs: dayMs,
  anchorMs: 0,
  anchorMicros: 0,
});

/** Runs one control step in which `wins` of `bids` were won. */
function step(pace: Pace, { bids, wins, shareMicros }: { bids: number; wins: number; shareMicros: number }) {
  const nowMs = pace.lastTickMs + tickMs;
  pace.chances = 1000;
  pace.bids += bids;
  pace.wins += wins;
  const slot = everySlot.ownSlotAt(nowMs);
  return tick(pace, {
    campaignId: 1,
    nowMs,
    priceMicros,
    plan: planOf(shareMicros),
    spentTodayMicros: 0,
    part: 1,
    slot,
  });
}

/** A pace whose participation already fits the share. */
function settled(shareMicros: number, priceFactor = 1): Pace {
  const pace = newPace(0, priceMicros);
  expect([pace.participation, pace.priceFactor, pace.bids, pace.wins]).toEqual([1, 1, 0, 0]);
  for (let i = 0; i < 50; i++) step(pace, { bids: 0, wins: 0, shareMicros });
  pace.priceFactor = priceFactor;
  return pace;
}

test("the price falls by 2% per step while most bids win and few are needed, down to 60%", () => {
  const pace = settled(quarterShareMicros);
  expect(pace.participation).toBeCloseTo(0.25, 1);
  const lowered = step(pace, { bids: 50, wins: 31, shareMicros: quarterShareMicros });
  expect(lowered).toMatchObject({ reason: "price_lowered", priceFactorBefore: 1, priceFactorAfter: 0.98 });
  for (let i = 0; i < 60; i++) step(pace, { bids: 50, wins: 50, shareMicros: quarterShareMicros });
  expect(pace.priceFactor).toBe(0.6);
  expect(step(pace, { bids: 50, wins: 50, shareMicros: quarterShareMicros })).toBeUndefined();
});

test("exactly 60% wins do not lower the price, exactly 30% do not restore it, and fewer than 50 bids tell nothing", () => {
  const pace = settled(quarterShareMicros, 0.8);
  for (const [bids, wins] of [
    [50, 30],
    [50, 15],
    [49, 49],
  ] as const)
    expect(step(pace, { bids, wins, shareMicros: quarterShareMicros })).toBeUndefined();
  expect(pace.priceFactor).toBe(0.8);
  // The 49 bids still count: one more completes the step.
  expect(step(pace, { bids: 1, wins: 1, shareMicros: quarterShareMicros })?.reason).toBe("price_lowered");
  expect([pace.bids, pace.wins]).toEqual([0, 0]);
});

test("the price returns by 3% per step where few bids win, up to the full price and no further", () => {
  const pace = settled(quarterShareMicros, 0.98);
  const restored = step(pace, { bids: 50, wins: 14, shareMicros: quarterShareMicros });
  expect(restored).toMatchObject({ reason: "price_restored", priceFactorBefore: 0.98, priceFactorAfter: 1 });
  expect(step(pace, { bids: 50, wins: 0, shareMicros: quarterShareMicros })).toBeUndefined();
  expect(pace.priceFactor).toBe(1);
});

test("the price returns where nearly every chance is needed, even if every bid wins", () => {
  const shareMicros = 20 * quarterShareMicros;
  const pace = settled(shareMicros, 0.7);
  expect(pace.participation).toBe(1);
  const restored = step(pace, { bids: 50, wins: 50, shareMicros });
  expect(restored?.reason).toBe("price_restored");
  expect(pace.priceFactor).toBeCloseTo(0.721, 9);
});
