import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const script = readFileSync(join(import.meta.dirname, "measure.browser.js"), "utf8");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page with one ad; the test controls how much of it is in view. */
function page(options: { width?: number; height?: number; medium?: string } = {}) {
  const attributes = new Map([
    ["data-viewable", "https://ads.example/t/viewable?t=x"],
    ["data-medium", options.medium ?? "display"],
  ]);
  const ad = {
    offsetWidth: options.width ?? 300,
    offsetHeight: options.height ?? 250,
    getAttribute: (name: string) => attributes.get(name) ?? null,
    hasAttribute: (name: string) => attributes.has(name),
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  };
  const told: string[] = [];
  const changes = new Set<() => void>();
  let report: (entries: { intersectionRatio: number }[]) => void = () => {};
  const document = {
    visibilityState: "visible",
    querySelectorAll: () => [ad],
    addEventListener: (_: string, listener: () => void) => changes.add(listener),
    removeEventListener: (_: string, listener: () => void) => changes.delete(listener),
  };
  class IntersectionObserver {
    constructor(callback: typeof report) {
      report = callback;
    }
    observe() {}
    disconnect() {
      report = () => {};
    }
  }
  class Image {
    set src(address: string) {
      told.push(address);
    }
  }
  const run = () => runInNewContext(script, { document, IntersectionObserver, Image, setTimeout, clearTimeout });
  run();
  return {
    told,
    run,
    inView: (share: number) => report([{ intersectionRatio: share }]),
    hide(isHidden: boolean) {
      document.visibilityState = isHidden ? "hidden" : "visible";
      for (const change of changes) change();
    },
  };
}

test("[CONST-024] half of the area for one second is viewable; less area or time is not", () => {
  const enough = page();
  enough.inView(0.5);
  vi.advanceTimersByTime(999);
  expect(enough.told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(enough.told).toEqual(["https://ads.example/t/viewable?t=x"]);
  const small = page();
  small.inView(0.49);
  vi.advanceTimersByTime(60_000);
  expect(small.told).toEqual([]);
  const short = page();
  for (let i = 0; i < 5; i++) {
    short.inView(1);
    vi.advanceTimersByTime(900);
    short.inView(0);
    vi.advanceTimersByTime(5_000);
  }
  expect(short.told).toEqual([]);
});

test("[CONST-024] a video needs two seconds", () => {
  const video = page({ medium: "video" });
  video.inView(0.6);
  vi.advanceTimersByTime(1_999);
  expect(video.told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(video.told).toHaveLength(1);
});

test("a large ad is viewable with 30% of its area, an ad in a hidden tab is not, and nothing is reported twice", () => {
  const large = page({ width: 994, height: 250 });
  large.inView(0.3);
  vi.advanceTimersByTime(1_000);
  expect(large.told).toHaveLength(1);
  large.run();
  large.inView(1);
  vi.advanceTimersByTime(5_000);
  expect(large.told).toHaveLength(1);
  const hidden = page();
  hidden.inView(1);
  vi.advanceTimersByTime(500);
  hidden.hide(true);
  vi.advanceTimersByTime(5_000);
  expect(hidden.told).toEqual([]);
  hidden.hide(false);
  vi.advanceTimersByTime(1_000);
  expect(hidden.told).toHaveLength(1);
});
