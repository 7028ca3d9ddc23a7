import i18next from "i18next";
import { expect, test } from "vitest";
import {
  formatAbout,
  formatAmount,
  formatDate,
  formatDateTime,
  formatDecimal,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShort,
  formatSize,
  formatTotal,
  languageName,
} from "./format.ts";

test("a total at which a long list stops counting says that there are more", () => {
  expect(formatTotal(9_999)).toBe("9'999");
  expect(formatTotal(10_000)).toBe("10'000+");
  expect(formatTotal(10_020)).toBe("10'020");
});

test("[CONST-038] numbers have a point and an apostrophe between thousands", () => {
  expect(formatNumber(1234567.5, 2)).toBe("1'234'567.50");
  expect(formatNumber(60000)).toBe("60'000");
  expect(formatAmount(1234567.5)).toBe("1'234'567.50");
  expect(formatMoney(1500, "CHF")).toBe("CHF\u00a01'500.00");
  expect(formatAmount(-250)).toBe("-250.00");
  expect(formatNumber(-0.2)).toBe("0");
  expect(formatPercent(0.764)).toBe("76.4%");
  expect([formatShort(431), formatShort(18800), formatShort(1234567)]).toEqual(["431", "18.8k", "1.2M"]);
});

test("an estimate has three digits that matter", () => {
  expect([431, 16_747, 204_960, 999_999].map(formatAbout)).toEqual(["431", "16'700", "205'000", "1'000'000"]);
});

test.each([
  ["en", "10.4M"],
  ["de", "10.4 Mio."],
  ["fr", "10.4 M"],
  ["it", "10.4 Mln"],
])("%s: millions of an estimate are %s", (language, text) => {
  const before = i18next.language;
  i18next.language = language;
  expect(formatAbout(10_400_000).replace("\u00a0", " ")).toBe(text);
  i18next.language = before;
});

test("exact decimals keep every digit, and show at least two after the point", () => {
  expect(["1204.530000", "-0.004512", "5", "98765432109876543.100001"].map(formatDecimal)).toEqual([
    "1'204.53",
    "-0.004512",
    "5.00",
    "98'765'432'109'876'543.100001",
  ]);
});

test("[CONST-039] dates are DD.MM.YYYY, instants in the account's time zone", () => {
  expect(formatDate("2024-03-05")).toBe("05.03.2024");
  expect(formatDate("2026-11-20T23:30:00Z")).toBe("21.11.2026");
  expect(formatDateTime("2026-11-21T09:42:00Z")).toBe("21.11.2026, 10:42");
});

test("names languages by code and leaves other text unchanged", () => {
  expect([languageName("de"), languageName("fr"), languageName("?")]).toEqual(["German", "French", "?"]);
});

test("a size has spaces and does not wrap", () => {
  expect(formatSize("994x250")).toBe("994\u00a0x\u00a0250");
});
