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
