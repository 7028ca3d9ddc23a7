import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const code = readFileSync(join(import.meta.dirname, "tag.browser.js"), "utf8");

type Listener = (data: Record<string, unknown>, success: boolean) => void;

/** A publisher's page with the tag and optional consent tools controlled by the test. */
function page(tools: { tcf?: boolean; gpp?: boolean }) {
  const shown: URLSearchParams[] = [];
  const heard: { tcf?: Listener; gpp?: Listener } = {};
  const attributes: Record<string, string> = { "data-width": "300", "data-height": "250", "data-slot": "top" };
  const script = {
    src: "https://ads.example/tag.js",
    getAttribute: (name: string) => attributes[name] ?? null,
    after: ({ src }: { src: string }) => shown.push(new URL(src).searchParams),
  };
  const document = { currentScript: script, createElement: () => ({ style: {} }) };
  const listen = (tool: "tcf" | "gpp") => (listener: Listener) => {
    heard[tool] = listener;
  };
  const window = {
    ...(tools.tcf
      ? { __tcfapi: (_: string, _version: number, listener: Listener) => listen("tcf")(listener) }
      : undefined),
    ...(tools.gpp ? { __gpp: (_: string, listener: Listener) => listen("gpp")(listener) } : undefined),
  };
  runInNewContext(code, { document, window, location: { href: "https://news.example/a" }, URL, URLSearchParams });
  return { shown, heard };
}

test("a page without a consent tool shows the ad at once without a consent signal", () => {
  const { shown } = page({});
  expect(Object.fromEntries(shown[0]!)).toEqual({ w: "300", h: "250", slot: "top" });
});

test("waits for the TCF string and passes it on once", () => {
  const { shown, heard } = page({ tcf: true });
  heard.tcf!({ gdprApplies: true, eventStatus: "cmpuishown", tcString: "" }, true);
  expect(shown).toEqual([]);
  heard.tcf!({ gdprApplies: true, eventStatus: "useractioncomplete", tcString: "CO" }, true);
  heard.tcf!({ gdprApplies: true, eventStatus: "useractioncomplete", tcString: "CP" }, true);
  expect(shown.map((query) => [query.get("gdpr"), query.get("gdpr_consent")])).toEqual([["1", "CO"]]);
});

test("waits for the GPP string and passes it on with the TCF string", () => {
  const { shown, heard } = page({ tcf: true, gpp: true });
  heard.gpp!({ pingData: { signalStatus: "not ready" } }, true);
  expect(heard.tcf).toBeUndefined();
  heard.gpp!({ pingData: { signalStatus: "ready", gppString: "DBABMA~x", applicableSections: [7, 8] } }, true);
  heard.tcf!({ gdprApplies: false }, true);
  expect(shown.map((query) => [query.get("gpp"), query.get("gpp_sid"), query.get("gdpr")])).toEqual([
    ["DBABMA~x", "7,8", "0"],
  ]);
});
