import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLoading, progressDelayMs } from "./loading.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[STATE-022] the counter rises on a request, falls on its end and is never below 0", () => {
  const loading = createLoading();
  loading.begin();
  loading.begin();
  expect(loading.count()).toBe(2);
  loading.end();
  loading.end();
  loading.end();
  expect(loading.count()).toBe(0);
});

test("[STATE-023] [CONST-033] the indicator follows after 750 ms, not after 749 ms", () => {
  const loading = createLoading();
  const heard = vi.fn();
  loading.subscribe(heard);
  loading.begin();
  vi.advanceTimersByTime(749);
  expect([loading.shown(), heard.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([loading.shown(), heard.mock.calls.length]).toEqual([1, 1]);
  expect(progressDelayMs).toBe(750);
});

test("a fast response never shows", () => {
  const loading = createLoading();
  const heard = vi.fn();
  loading.subscribe(heard);
  loading.begin();
  vi.advanceTimersByTime(100);
  loading.end();
  vi.advanceTimersByTime(5000);
  expect(heard).not.toHaveBeenCalled();
});
