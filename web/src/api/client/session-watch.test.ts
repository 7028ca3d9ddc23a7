import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A minimal browser storage shared by two tabs. */
const shared = new Map<string, string>();
const marker = "sessionChangedAt";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  shared.clear();
  vi.stubGlobal("addEventListener", () => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const localStorage = {
  getItem: (key: string) => shared.get(key) ?? null,
  setItem: (key: string, value: string) => void shared.set(key, value),
};
const refused = {
  getItem() {
    throw new DOMException("The operation is insecure.", "SecurityError");
  },
};

/** A request of IndexedDB that succeeds in the next microtask. */
const succeeds = (result: unknown) => {
  const request = { result, onsuccess: () => {}, onupgradeneeded: () => {} };
  queueMicrotask(() => {
    request.onupgradeneeded();
    request.onsuccess();
  });
  return request;
};
const rows = {
  get: (key: string) => succeeds(shared.get(key)),
  put: (value: string, key: string) => succeeds(shared.set(key, value) && key),
};
const indexedDB = {
  open: () =>
    succeeds({ createObjectStore: () => {}, close: () => {}, transaction: () => ({ objectStore: () => rows }) }),
};

test.each([
  ["local storage every second", { localStorage }, 1000],
  ["indexed storage every 800 ms where local storage is refused", { localStorage: refused, indexedDB }, 800],
])("[CONST-046] %s: another tab's sign-out is noticed, the own is ignored", async (_name, globals, everyMs) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const { announceSession, watchSession } = await import("./session-watch.ts");
  const changed = vi.fn();
  await watchSession(changed);
  await announceSession();
  // The page may be left at once.
  expect(shared.get(marker)).toBeDefined();
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(changed).not.toHaveBeenCalled();
  shared.set(marker, "another tab");
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  expect(changed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(changed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(changed).toHaveBeenCalledTimes(1);
});
