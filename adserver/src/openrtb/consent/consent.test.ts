import { GppModel, TcfEuV2 } from "@iabgpp/cmpapi";
import { describe, expect, test } from "vitest";
import { visitorClassifier } from "../request/classify-visitor.ts";
import { countryCode } from "../request/country-codes.ts";
import { mayRecognise } from "./consent.ts";
import { allowsIdentifier } from "./tcf.ts";

/** A TCF 2 string with these purposes and vendors, encoded by a different library than the one that decodes it. */
function tcf(purposes: number[], vendors: number[] = [], disclosed = vendors): string {
  const section = new TcfEuV2();
  section.setFieldValue("CmpId", 10);
  section.setFieldValue("CmpVersion", 1);
  section.setFieldValue("VendorListVersion", 100);
  section.setFieldValue(
    "PurposeConsents",
    Array.from({ length: 24 }, (_, i) => purposes.includes(i + 1)),
  );
  section.setFieldValue("VendorConsents", vendors);
  section.setFieldValue("VendorsDisclosed", disclosed);
  return section.encode();
}

/** A GPP string of one section with these fields. */
function gpp(section: string, fields: Record<string, unknown>): string {
  const model = new GppModel();
  for (const [field, value] of Object.entries(fields)) model.setFieldValue(section, field, value);
  return model.encode();
}

const all = [1, 2, 3, 4, 7];
const ask = (regs: Record<string, unknown>, user: Record<string, unknown> = {}, country = "CH", vendor?: number) =>
  mayRecognise({ regs, user, device: {} }, country, vendor);

describe("consent", () => {
  test("under the GDPR a TCF string decides by purposes and, for a registered vendor, by vendor", () => {
    expect(allowsIdentifier(tcf(all), undefined)).toBe(true);
    expect(allowsIdentifier(tcf([1, 2, 4]), undefined)).toBe(false);
    expect(allowsIdentifier(tcf(all, [3, 12]), 12)).toBe(true);
    expect(allowsIdentifier(tcf(all, [3, 12]), 5)).toBe(false);
    const many = Array.from({ length: 900 }, (_, i) => i + 1);
    expect(allowsIdentifier(tcf(all, many), 5)).toBe(true);
    expect(allowsIdentifier(tcf(all, many), 901)).toBe(false);
    // Since 2.3, consent does not cover vendors that were not disclosed.
    expect(allowsIdentifier(tcf(all, [3, 12], [3]), 12)).toBe(false);
    for (const unreadable of ["", "x", "gdpr-consent-string", "CO"])
      expect(allowsIdentifier(unreadable, undefined)).toBe(false);
  });

  test("without a signal consent is assumed in Switzerland but not in the European Union; an opt-out applies everywhere", () => {
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

  test("applicable GPP sections decide; a missing or unknown one means no consent", () => {
    const european = (purposes: number[]) => `DBABMA~${tcf(purposes)}`;
    expect(ask({ gpp_sid: [2], gpp: european(all) })).toBe(true);
    expect(ask({ gpp_sid: [2], gpp: european([1]) })).toBe(false);
    expect(ask({ gpp_sid: [2, 7], gpp: european(all) })).toBe(false);
    expect(ask({ gpp_sid: [5], gpp: gpp("tcfcav1", { CmpId: 50 }) })).toBe(false);
    expect(ask({ gpp_sid: [6], gpp: gpp("uspv1", { OptOutSale: "N" }) }, {}, "US")).toBe(true);
    expect(ask({ gpp_sid: [6], gpp: gpp("uspv1", { OptOutSale: "Y" }) }, {}, "US")).toBe(false);
    for (const unreadable of ["", "~", "DBABMA", "DBABMA~", "x~y", "DBABLA~////"]) {
      expect([unreadable, ask({ gpp_sid: [7], gpp: unreadable })]).toEqual([unreadable, false]);
    }
    expect(ask({ gpp_sid: [-1], gpp: "DBABMA" })).toBe(true);
  });

  test.each([
    [true, "usnat", 7, { SaleOptOut: 2, SharingOptOut: 2, TargetedAdvertisingOptOut: 0 }],
    [false, "usnat", 7, { SaleOptOut: 1 }],
    [false, "usnat", 7, { SharingOptOut: 1 }],
    [false, "usnat", 7, { TargetedAdvertisingOptOut: 1 }],
    [false, "usnat", 7, { KnownChildSensitiveDataConsents: [0, 1, 0] }],
    [false, "usnat", 7, { MspaServiceProviderMode: 1, MspaOptOutOptionMode: 2 }],
    [false, "usnat", 7, { SaleOptOut: 2, GpcSegmentIncluded: true, Gpc: true }],
    [true, "usca", 8, { SaleOptOut: 2, SharingOptOut: 2 }],
    [false, "usca", 8, { SharingOptOut: 1 }],
    [false, "usva", 9, { TargetedAdvertisingOptOut: 1 }],
    [false, "ustx", 16, { KnownChildSensitiveDataConsents: 1 }],
  ])("%s: the choices of a US section, %s (%i) %o", (allowed, section, id, fields) => {
    const header = { gpp_sid: [id], gpp: gpp(section, fields) };
    expect(ask(header, {}, "US")).toBe(allowed);
    // A request that claims a different section than the string contains gets no identifier.
    expect(ask({ ...header, gpp_sid: [id === 7 ? 8 : 7] }, {}, "US")).toBe(false);
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
    [
      "Mozilla/5.0 (Linux; Android 9; BRAVIA 4K UR3) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
      "connected_tv",
      "chrome",
    ],
    ["AppleCoreMedia/1.0.0.22J357 (Apple TV; U; CPU OS 18_1 like Mac OS X; de_de)", "connected_tv", "other"],
    ["HbbTV/1.2.1 (;Panasonic;VIERA 2012;1.261;0071-3103 2000-0000;)", "connected_tv", "other"],
  ])("%s", (ua, device, browser) => {
    expect(visitorClassifier()({ ua })).toEqual({ device, browser, isBot: false });
  });

  test("client hints and the device type override the agent", () => {
    const sua = { browsers: [{ brand: "Not)A;Brand" }, { brand: "Chromium" }, { brand: "Microsoft Edge" }], mobile: 0 };
    expect(visitorClassifier()({ sua, devicetype: 3 })).toEqual({
      device: "connected_tv",
      browser: "edge",
      isBot: false,
    });
  });

  test.each([
    [{ os: "iOS" }, "smartphone"],
    [{ os: "iPadOS" }, "tablet"],
    [{ os: "macOS" }, "computer"],
    [{ os: "Roku OS" }, "connected_tv"],
    [{ sua: { platform: { brand: "Windows", version: ["15"] } } }, "computer"],
    [{ sua: { platform: { brand: "Android" }, mobile: 1 } }, "smartphone"],
    [{ os: "Windows", devicetype: 3 }, "connected_tv"],
    [{ os: "something new" }, ""],
  ])("without an agent the operating system determines the device: %o", (hints, device) => {
    expect(visitorClassifier()(hints)).toMatchObject({ device });
  });

  test("recognizes countries by both ISO codes", () => {
    expect(["CHE", "ch", "DEU", "UK", "XXX", ""].map(countryCode)).toEqual(["CH", "CH", "DE", "GB", "", ""]);
  });
});
