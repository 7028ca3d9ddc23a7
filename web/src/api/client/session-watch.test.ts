import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A minimal browser storage shared by two tabs. */
const shared = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => shared.get(key) ?? null,
    setItem: (key: string, value: string) => void shared.set(key, value),
  });
  vi.stubGlobal("window", { addEventListener: () => {}, removeEventListener: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("[CONST-046] storage is polled every second: another tab's sign-out is noticed within 1 s, the own is ignored", async () => {
  const { announceSession, sessionPollMs, watchSession } = await import("./session-watch.ts");
  const changed = vi.fn();
  const stop = watchSession(changed);
  announceSession();
  vi.advanceTimersByTime(sessionPollMs);
  expect(changed).not.toHaveBeenCalled();
  shared.set("sessionChangedAt", "another tab");
  vi.advanceTimersByTime(999);
  expect(changed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(changed).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5000);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(sessionPollMs).toBe(1000);
  stop();
});
