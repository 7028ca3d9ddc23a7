import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type LoadWatch, watchLoad } from "./load-watch.ts";

let now = 0;
let load: LoadWatch;

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  load = watchLoad(() => now);
});
afterEach(() => {
  load.stop();
  vi.useRealTimers();
});

/** Time passes; the event loop is `lateMs` behind at its end. */
function pass(ms: number, lateMs = 0): void {
  for (let passed = 0; passed < ms; passed += 20) {
    now += 20;
    if (passed + 20 >= ms) now += lateMs;
    vi.advanceTimersByTime(20);
  }
}

test("nothing is measured until somebody asks, and not for long afterwards", () => {
  expect(vi.getTimerCount()).toBe(0);
  now = 5_000;
  expect([load.waitMs(), load.isOver(), vi.getTimerCount()]).toEqual([0, false, 1]);
  pass(40);
  expect(vi.getTimerCount()).toBe(1);
  pass(20);
  expect(vi.getTimerCount()).toBe(0);
  load.waitMs();
  for (let asked = 0; asked < 10; asked++) {
    pass(40);
    load.waitMs();
  }
  expect(vi.getTimerCount()).toBe(1);
});

test("a busy event loop is over its limit, also before the timer could run, and recovers", () => {
  load.waitMs();
  pass(20, 90);
  expect([load.waitMs(), load.isOver()]).toEqual([90, true]);
  for (let turn = 0; turn < 3; turn++) {
    pass(20);
    load.waitMs();
  }
  expect(load.isOver()).toBe(false);
  now += 100;
  expect(load.isOver()).toBe(true);
});

test("a delay from before a pause does not count after it", () => {
  load.waitMs();
  pass(20, 500);
  pass(60);
  expect(vi.getTimerCount()).toBe(0);
  now += 10_000;
  expect(load.waitMs()).toBe(0);
});
