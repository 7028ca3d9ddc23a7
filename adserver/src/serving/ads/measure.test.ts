import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const script = readFileSync(join(import.meta.dirname, "measure.browser.js"), "utf8");

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page with one ad; the test controls how much of it is in view. */
function page(options: { width?: number; height?: number; medium?: string; pixelIsSlow?: boolean } = {}) {
  const pixelEvents = new Map<string, () => void>();
  const pixel = {
    complete: options.pixelIsSlow !== true,
    getAttribute: () => "https://ads.example/t/impression?t=x",
    addEventListener: (event: string, listener: () => void) => void pixelEvents.set(event, listener),
  };
  const attributes = new Map([
    ["data-impression", "https://ads.example/t/impression?t=x"],
    ["data-measured", "https://ads.example/t/measured?t=x"],
    ["data-viewable", "https://ads.example/t/viewable?t=x"],
    ["data-medium", options.medium ?? "display"],
  ]);
  const ad = {
    offsetWidth: options.width ?? 300,
    offsetHeight: options.height ?? 250,
    getAttribute: (name: string) => attributes.get(name) ?? null,
    hasAttribute: (name: string) => attributes.has(name),
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    querySelectorAll: () => [pixel],
  };
  const requested: string[] = [];
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
      requested.push(address);
    }
  }
  const run = () => runInNewContext(script, { document, IntersectionObserver, Image, setTimeout, clearTimeout });
  run();
  return {
    /** The views and the measurements that were reported. */
    get told() {
      return requested.filter((address) => address.includes("/t/viewable"));
    },
    get measured() {
      return requested.filter((address) => address.includes("/t/measured"));
    },
    endPixel: (event: "load" | "error") => pixelEvents.get(event)?.(),
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

test("an ad is measured once, as soon as the browser reports how much of it is in view, seen or not", () => {
  const hidden = page();
  expect(hidden.measured).toEqual([]);
  hidden.inView(0);
  expect(hidden.measured).toEqual(["https://ads.example/t/measured?t=x"]);
  hidden.inView(1);
  vi.advanceTimersByTime(5_000);
  hidden.run();
  expect([hidden.measured.length, hidden.told.length]).toEqual([1, 1]);
});

test.each(["load", "error"] as const)("a measurement waits for the %s of the impression pixel", (end) => {
  const slow = page({ pixelIsSlow: true });
  slow.inView(0);
  vi.advanceTimersByTime(5_000);
  expect(slow.measured).toEqual([]);
  slow.endPixel(end);
  expect(slow.measured).toHaveLength(1);
});

test("a browser that cannot tell what is in view measures nothing", () => {
  const requested: string[] = [];
  const ad = {
    hasAttribute: () => false,
    setAttribute: () => {},
    getAttribute: () => "",
    offsetWidth: 1,
    offsetHeight: 1,
  };
  const document = { querySelectorAll: () => [ad], addEventListener: () => {} };
  class Image {
    set src(address: string) {
      requested.push(address);
    }
  }
  expect(() => runInNewContext(script, { document, Image, setTimeout, clearTimeout })).toThrow("IntersectionObserver");
  expect(requested).toEqual([]);
});
