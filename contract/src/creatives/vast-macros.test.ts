import { expect, test } from "vitest";
import { fillVastMacros } from "./vast-macros.ts";

const values = {
  atMs: Date.UTC(2026, 10, 27, 8, 15, 7, 127),
  cachebuster: "1234",
  site: "news.example",
  siteKind: "site" as const,
  gdpr: "1",
  gdprConsent: "CPx.YAAA",
};
const fill = (query: string, more: object = {}) =>
  fillVastMacros(`https://ad.example/v?${query}`, { ...values, ...more }).slice("https://ad.example/v?".length);

test("the macros of VAST that are known with the bid are filled in its formats", () => {
  expect(fill("a=[CACHEBUSTING]&b=[TIMESTAMP]&c=[GDPR]&d=[GDPRCONSENT]&e=[REGULATIONS]&f=[DOMAIN]")).toBe(
    "a=00001234&b=2026-11-27T08%3A15%3A07.127Z&c=1&d=CPx.YAAA&e=gdpr&f=news.example",
  );
  expect(fill("b=[APPBUNDLE]&d=[DOMAIN]", { siteKind: "app", site: "ch.news.app" })).toBe("b=ch.news.app&d=[DOMAIN]");
});

test("what is unknown stays for the player, and macros of ad servers are filled as in banner tags", () => {
  const unknown = { gdpr: "", gdprConsent: "", site: "" };
  expect(fill("c=[GDPR]&d=[GDPRCONSENT]&e=[REGULATIONS]&f=[DOMAIN]&p=[PLAYERSIZE]", unknown)).toBe(
    "c=&d=[GDPRCONSENT]&e=[REGULATIONS]&f=[DOMAIN]&p=[PLAYERSIZE]",
  );
  expect(fill(`ord=[timestamp]&s=%%SITE%%&g=\${GDPR}&k=\${GDPR_CONSENT_12}&u=%%CLICK_URL_ESC%%`)).toBe(
    "ord=1234&s=news.example&g=1&k=CPx.YAAA&u=",
  );
});

test("no value is read for macros or breaks the address", () => {
  expect(fill("f=[DOMAIN]&d=[GDPRCONSENT]", { site: "[GDPR]&x=%%SITE%%", gdprConsent: "a&b=c" })).toBe(
    "f=%5BGDPR%5D%26x%3D%25%25SITE%25%25&d=[GDPRCONSENT]",
  );
});
