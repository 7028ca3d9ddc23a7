import { liveWaits } from "@litfass/contract/kernel/live-waits";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttleAsync } from "./throttle-async.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Course = { stopAtMs?: number; hasJustRun?: boolean };

/** Calls at these times (ms) and returns the start of each run; one run takes `takesMs`. */
async function acted(takesMs: number, calledAtMs: number[], course: Course = {}): Promise<number[]> {
  const { stopAtMs = Number.POSITIVE_INFINITY, hasJustRun = false } = course;
  const startedAtMs: number[] = [];
  let nowMs = 0;
  const often = throttleAsync(
    liveWaits.askMs,
    () => {
      startedAtMs.push(nowMs);
      return new Promise((resolve) => setTimeout(resolve, takesMs));
    },
    hasJustRun,
  );
  for (; nowMs <= 8_000; nowMs += 50) {
    if (calledAtMs.includes(nowMs)) often.call();
    if (nowMs === stopAtMs) often.stop();
    await vi.advanceTimersByTimeAsync(50);
  }
  return startedAtMs.map((at) => Math.round(at / 100) * 100);
}

test("the first call runs immediately, calls within the interval run together at its end", async () => {
  expect(await acted(20, [0, 200, 900, 3_000])).toEqual([0, 1_000, 3_000]);
});

test("runs never overlap: each ends before the next starts", async () => {
  const calls = Array.from({ length: 40 }, (_, index) => index * 100);
  expect(await acted(1_800, calls)).toEqual([0, 1_800, 3_600, 5_400]);
});

test("ignores calls after stop", async () => {
  expect(await acted(20, [0, 200, 3_000], { stopAtMs: 500 })).toEqual([0]);
});

test("what has just run runs again after the interval at the earliest, and only if it was called", async () => {
  expect(await acted(20, [0, 200, 3_000], { hasJustRun: true })).toEqual([1_000, 3_000]);
  expect(await acted(20, [], { hasJustRun: true })).toEqual([]);
});
