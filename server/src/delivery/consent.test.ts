import { describe, expect, test } from "vitest";
import { visitorClassifier } from "./classify-visitor.ts";
import { mayRecognise } from "./consent.ts";
import { countryCode } from "./country-codes.ts";
import { gppSections } from "./gpp.ts";
import { allowsIdentifier } from "./tcf.ts";

/** Writes bit fields as consent strings do. */
function bits(...fields: [value: number, length: number][]): string {
  let text = "";
  for (const [value, length] of fields) text += value.toString(2).padStart(length, "0");
  const bytes = text.match(/.{1,8}/g)!.map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2));
  return Buffer.from(bytes).toString("base64url");
}

/** A TCF 2 core string with these purposes and vendors. */
function tcf(purposes: number[], vendors: number[] = [], isRange = false): string {
  const head: [number, number][] = [
    [2, 6],
    [17_000_000_000, 36],
    [17_000_000_000, 36],
    [10, 12],
    [1, 12],
    [1, 6],
    [3, 6],
    [4, 6],
    [100, 12],
    [4, 6],
    [0, 2],
    [0, 12],
  ];
  const chosen: [number, number][] = Array.from({ length: 24 }, (_, i) => [purposes.includes(i + 1) ? 1 : 0, 1]);
  const highest = Math.max(0, ...vendors);
  const field: [number, number][] = Array.from({ length: highest }, (_, i) => [vendors.includes(i + 1) ? 1 : 0, 1]);
  const ranges: [number, number][] = [
    [1, 12],
    [1, 1],
    [Math.min(...vendors), 16],
    [highest, 16],
  ];
  const list: [number, number][] = isRange ? [[1, 1], ...ranges] : [[0, 1], ...field];
  const withoutInterests: [number, number][] = [
    [0, 16],
    [0, 1],
    [0, 12],
  ];
  return bits(...head, ...chosen, [0, 24], [0, 1], [0, 12], [highest, 16], ...list, ...withoutInterests);
}

const all = [1, 2, 3, 4, 7];
const ask = (regs: Record<string, unknown>, user: Record<string, unknown> = {}, country = "CH", vendor?: number) =>
  mayRecognise({ regs, user, device: {} }, country, vendor);

describe("consent", () => {
  test("a TCF string decides under the GDPR, by purposes and, for a registered vendor, by the vendor", () => {
    expect(allowsIdentifier(tcf(all), undefined)).toBe(true);
    expect(allowsIdentifier(tcf([1, 2, 4]), undefined)).toBe(false);
    expect(allowsIdentifier(tcf(all, [3, 12]), 12)).toBe(true);
    expect(allowsIdentifier(tcf(all, [3, 12]), 5)).toBe(false);
    expect(allowsIdentifier(tcf(all, [3, 12], true), 5)).toBe(true);
    expect(allowsIdentifier(tcf(all, [3, 12], true), 13)).toBe(false);
    for (const unreadable of ["", "x", "gdpr-consent-string", "CO"])
      expect(allowsIdentifier(unreadable, undefined)).toBe(false);
  });

  test("no signal is a yes in Switzerland and a no in the European Union; an opt-out is a no everywhere", () => {
    expect(ask({})).toBe(true);
    expect(ask({}, {}, "DE")).toBe(false);
    expect(ask({ gdpr: 0 }, {}, "DE")).toBe(true);
    expect(ask({ gdpr: 1 }, { consent: tcf(all) }, "DE")).toBe(true);
    expect(ask({ ext: { gdpr: 1 } }, { ext: { consent: tcf(all) } }, "DE")).toBe(true);
    expect(ask({ coppa: 1 })).toBe(false);
    expect(ask({ us_privacy: "1YNN" }, {}, "US")).toBe(true);
    expect(ask({ us_privacy: "1YYN" }, {}, "US")).toBe(false);
    expect(mayRecognise({ regs: {}, user: {}, device: { lmt: 1 } }, "CH")).toBe(false);
  });

  test("a GPP string is read for the sections that apply; one that is not understood is a no", () => {
    // Section 2 alone: one range, a single id, Fibonacci code of 2 is 011.
    const header = bits([3, 6], [1, 6], [1, 12], [0, 1], [0b011, 3]);
    expect([...gppSections(`${header}~${tcf(all)}`).keys()]).toEqual([2]);
    expect(ask({ gpp_sid: [2], gpp: `${header}~${tcf(all)}` })).toBe(true);
    expect(ask({ gpp_sid: [2], gpp: `${header}~${tcf([1])}` })).toBe(false);
    expect(ask({ gpp_sid: [7], gpp: "DBABMA~whatever" })).toBe(false);
    expect(ask({ gpp_sid: [-1], gpp: "DBABMA" })).toBe(true);
  });
});

describe("visitors", () => {
  test.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36 Edg/148.0.0.0",
      "computer",
      "edge",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
      "computer",
      "safari",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/136.0 Mobile/15E148 Safari/604.1",
      "smartphone",
      "chrome",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
      "smartphone",
      "samsung_internet",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0", "computer", "firefox"],
    [
      "Mozilla/5.0 (iPad; CPU OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1",
      "tablet",
      "safari",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Safari/537.36",
      "tablet",
      "chrome",
    ],
    [
      "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36 WebAppManager",
      "connected_tv",
      "chrome",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36 OPR/120.0.0.0",
      "computer",
      "opera",
    ],
  ])("%s", (ua, device, browser) => {
    expect(visitorClassifier()({ ua })).toEqual({ device, browser, isBot: false });
  });

  test("client hints and the declared device type go before the agent", () => {
    const sua = { browsers: [{ brand: "Not)A;Brand" }, { brand: "Chromium" }, { brand: "Microsoft Edge" }], mobile: 0 };
    expect(visitorClassifier()({ sua, devicetype: 3 })).toEqual({
      device: "connected_tv",
      browser: "edge",
      isBot: false,
    });
  });

  test("countries are known by either code", () => {
    expect(["CHE", "ch", "DEU", "UK", "XXX", ""].map(countryCode)).toEqual(["CH", "CH", "DE", "GB", "", ""]);
  });
});
