import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const code = readFileSync(join(import.meta.dirname, "tag.browser.js"), "utf8");

type Listener = (data: Record<string, unknown>, success: boolean) => void;

/** A publisher's page with the tag and optional consent tools controlled by the test. */
function page(tools: { tcf?: boolean; gpp?: boolean; width?: string }) {
  const shown: URLSearchParams[] = [];
  /** The frames as they were when they were inserted: then the browser decides whether to load them. */
  const inserted: Record<string, unknown>[] = [];
  const warnings: string[] = [];
  const listeners: { tcf?: Listener; gpp?: Listener } = {};
  const attributes: Record<string, string> = {
    "data-width": tools.width ?? "300",
    "data-height": "250",
    "data-slot": "top",
  };
  const script = {
    src: "https://ads.example/tag.js",
    getAttribute: (name: string) => attributes[name] ?? null,
    after: (frame: { src: string }) => {
      shown.push(new URL(frame.src).searchParams);
      inserted.push({ ...frame });
    },
  };
  const document = { currentScript: script, createElement: () => ({ style: {} }) };
  const console = { warn: (text: string) => warnings.push(text) };
  const listen = (tool: "tcf" | "gpp") => (listener: Listener) => {
    listeners[tool] = listener;
  };
  const window = {
    ...(tools.tcf
      ? { __tcfapi: (_: string, _version: number, listener: Listener) => listen("tcf")(listener) }
      : undefined),
    ...(tools.gpp ? { __gpp: (_: string, listener: Listener) => listen("gpp")(listener) } : undefined),
  };
  const location = { href: "https://news.example/a" };
  runInNewContext(code, { document, window, location, console, URL, URLSearchParams });
  return { shown, inserted, listeners, warnings };
}

test("a page without a consent tool shows the ad at once without a consent signal", () => {
  const { shown } = page({});
  expect(Object.fromEntries(shown[0]!)).toEqual({ w: "300", h: "250", slot: "top" });
});

test("the browser requests the ad when the visitor comes near it", () => {
  const { inserted } = page({});
  expect(inserted).toMatchObject([{ loading: "lazy", width: 300, height: 250 }]);
});

test.each(["", "wide", "0", "-300"])("a tag with the width %j warns in the console and requests nothing", (width) => {
  const { shown, warnings } = page({ width });
  expect(shown).toEqual([]);
  expect(warnings).toEqual(["No ad: the tag needs data-width and data-height in pixels."]);
});

test("waits for the TCF string and passes it on once", () => {
  const { shown, listeners } = page({ tcf: true });
  listeners.tcf!({ gdprApplies: true, eventStatus: "cmpuishown", tcString: "" }, true);
  expect(shown).toEqual([]);
  listeners.tcf!({ gdprApplies: true, eventStatus: "useractioncomplete", tcString: "CO" }, true);
  listeners.tcf!({ gdprApplies: true, eventStatus: "useractioncomplete", tcString: "CP" }, true);
  expect(shown.map((query) => [query.get("gdpr"), query.get("gdpr_consent")])).toEqual([["1", "CO"]]);
});

test("waits for the GPP string and passes it on with the TCF string", () => {
  const { shown, listeners } = page({ tcf: true, gpp: true });
  listeners.gpp!({ pingData: { signalStatus: "not ready" } }, true);
  expect(listeners.tcf).toBeUndefined();
  listeners.gpp!({ pingData: { signalStatus: "ready", gppString: "DBABMA~x", applicableSections: [7, 8] } }, true);
  listeners.tcf!({ gdprApplies: false }, true);
  expect(shown.map((query) => [query.get("gpp"), query.get("gpp_sid"), query.get("gdpr")])).toEqual([
    ["DBABMA~x", "7,8", "0"],
  ]);
});

type Node = Record<string, unknown>;

/** A page with the tag of a placement in a column of a width, and what the frame reports to it. */
function placementPage({ columnWidth, sizes = "994x250 728x90 300x250" }: { columnWidth: number; sizes?: string }) {
  const frames: (Node & { src: string; removed?: boolean })[] = [];
  const inserted: Node[] = [];
  const listeners: ((message: Node) => void)[] = [];
  const ticks: (() => void)[] = [];
  const observed: { inView?: (ratio: number) => void } = {};
  const attributes: Record<string, string> = {
    "data-placement": "7",
    "data-sizes": sizes,
    "data-fallback": "#own",
  };
  const script = {
    src: "https://ads.example/tag.js",
    parentElement: { clientWidth: columnWidth },
    getAttribute: (name: string) => attributes[name] ?? null,
    after: (node: Node) => inserted.push(node),
  };
  const document = {
    currentScript: script,
    visibilityState: "visible",
    querySelector: (selector: string) =>
      selector === "#own" ? { content: { cloneNode: () => ({ own: true }) } } : null,
    createElement: () => {
      const frame: (typeof frames)[number] = { src: "", style: {}, contentWindow: {} };
      frame.setAttribute = (name: string, value: string) => {
        frame[name] = value;
      };
      frame.remove = () => {
        frame.removed = true;
      };
      frames.push(frame);
      return frame;
    },
  };
  const window = { addEventListener: (_: string, listener: (message: Node) => void) => listeners.push(listener) };
  class IntersectionObserver {
    constructor(report: (entries: Node[]) => void) {
      observed.inView = (intersectionRatio) => report([{ intersectionRatio }]);
    }
    observe() {}
    disconnect() {}
  }
  const setInterval = (tick: () => void) => ticks.push(tick);
  const clearInterval = (id: number) => {
    ticks[id - 1] = () => {};
  };
  const globals = { document, window, IntersectionObserver, setInterval, clearInterval, console, URL, URLSearchParams };
  runInNewContext(code, globals);
  const report = (litfass: Node, from: Node = {}) => {
    for (const listen of listeners) {
      listen({ origin: "https://ads.example", source: frames[0]?.contentWindow, data: { litfass }, ...from });
    }
  };
  const wait = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) for (const tick of [...ticks]) tick();
  };
  return { frames, inserted, report, wait, document, inView: (ratio: number) => observed.inView?.(ratio) };
}

test.each([
  [1200, "994x250,728x90,300x250", 994, 250],
  [800, "728x90,300x250", 728, 250],
  [320, "300x250", 300, 250],
])(
  "a column of %d px gets the sizes that fit, in a box that holds each of them",
  (columnWidth, sizes, width, height) => {
    const { frames } = placementPage({ columnWidth });
    const query = Object.fromEntries(new URL(frames[0]!.src).searchParams);
    expect(query).toEqual({ placement: "7", sizes });
    expect(frames[0]).toMatchObject({ width, height, loading: "lazy" });
    expect(frames[0]!.sandbox).not.toContain("top-navigation");
  },
);

test("where no size fits or no ad is found, the page's own content appears", () => {
  const narrow = placementPage({ columnWidth: 200 });
  expect([narrow.frames, narrow.inserted]).toEqual([[], [{ own: true }]]);
  const { frames, inserted, report } = placementPage({ columnWidth: 400 });
  report({ got: "empty" }, { origin: "https://evil.test" });
  report({ got: "empty" }, { source: {} });
  expect(frames[0]!.removed).toBeUndefined();
  report({ got: "empty", refreshSeconds: 0 });
  expect(frames[0]!.removed).toBe(true);
  expect(inserted.at(-1)).toEqual({ own: true });
});

test("the next ad is requested only after the seconds that the placement allows, in view on a visible page", () => {
  const { frames, report, wait, inView, document } = placementPage({ columnWidth: 400 });
  const first = frames[0]!.src;
  report({ got: "ad", refreshSeconds: 45 });
  wait(100);
  inView(0.4);
  wait(100);
  inView(0.5);
  document.visibilityState = "hidden";
  wait(100);
  document.visibilityState = "visible";
  wait(44);
  expect(frames[0]!.src).toBe(first);
  wait(1);
  expect(new URL(frames[0]!.src).searchParams.get("refresh")).toBe("1");
});

test.each([0, 1, 29])("a placement that allows %d seconds is never refreshed", (refreshSeconds) => {
  const { frames, report, wait, inView } = placementPage({ columnWidth: 400 });
  report({ got: "ad", refreshSeconds });
  inView(1);
  wait(1_000);
  expect(frames[0]!.src).not.toContain("refresh");
});
