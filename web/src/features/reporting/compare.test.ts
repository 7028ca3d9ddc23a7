import { expect, test } from "vitest";
import { formatPercent } from "../../i18n/format.ts";
import { changeOf, isCutShort, pointsOf, rangeBefore, signed } from "./compare.ts";

const before = (from: string, to: string) => Object.values(rangeBefore({ from, to }));

test("compares a period with the same number of days before it", () => {
  expect(before("2026-11-22", "2026-11-22")).toEqual(["2026-11-21", "2026-11-21"]);
  expect(before("2026-11-16", "2026-11-22")).toEqual(["2026-11-09", "2026-11-15"]);
  expect(before("2027-01-01", "2027-01-31")).toEqual(["2026-12-01", "2026-12-31"]);
});

test("compares months of different length by days", () => {
  expect(before("2026-03-01", "2026-03-31")).toEqual(["2026-01-29", "2026-02-28"]);
  expect(before("2026-02-01", "2026-02-28")).toEqual(["2026-01-04", "2026-01-31"]);
  expect(before("2028-02-01", "2028-02-29")).toEqual(["2028-01-03", "2028-01-31"]);
});

test("counts days correctly across daylight saving changes", () => {
  expect(before("2026-03-29", "2026-03-29")).toEqual(["2026-03-28", "2026-03-28"]);
  expect(before("2026-03-30", "2026-04-05")).toEqual(["2026-03-23", "2026-03-29"]);
  expect(before("2026-10-25", "2026-10-31")).toEqual(["2026-10-18", "2026-10-24"]);
  expect(before("2026-10-26", "2026-10-26")).toEqual(["2026-10-25", "2026-10-25"]);
});

test("only a short period that includes today counts as incomplete", () => {
  const today = "2026-11-22";
  expect(isCutShort({ from: today, to: today }, true)).toBe(true);
  expect(isCutShort({ from: "2026-11-14", to: today }, true)).toBe(true);
  expect(isCutShort({ from: "2026-11-13", to: today }, true)).toBe(false);
  expect(isCutShort({ from: "2026-11-20", to: "2026-11-21" }, false)).toBe(false);
});

test("a count changes relative to its previous value; from zero there is no ratio", () => {
  expect(changeOf(150, 100)).toBeCloseTo(0.5);
  expect(changeOf(0, 100)).toBe(-1);
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(0, 0)).toBeNull();
  expect(changeOf(undefined, 5)).toBeNull();
  expect(changeOf(5, undefined)).toBeNull();
});

test("a rate changes in points, also from zero; without impressions there is no rate", () => {
  const of = (impressions: number, ctr: number) => ({ impressions, ctr });
  expect(pointsOf("ctr", "impressions", of(1_000, 0.4), of(1_000, 0.1))).toBeCloseTo(0.3);
  expect(pointsOf("ctr", "impressions", of(1_000, 0.4), of(1_000, 0))).toBeCloseTo(0.4);
  expect(pointsOf("ctr", "impressions", of(1_000, 0), of(1_000, 0.4))).toBeCloseTo(-0.4);
  expect(pointsOf("ctr", "impressions", of(0, 0), of(1_000, 0.4))).toBeNull();
  expect(pointsOf("ctr", "impressions", of(1_000, 0.4), of(0, 0))).toBeNull();
  expect(pointsOf("ctr", "impressions", undefined, of(1, 1))).toBeNull();
});

test("a change has a sign unless it rounds to zero", () => {
  expect(signed(0.123, formatPercent)).toBe("+12.3%");
  expect(signed(-0.123, formatPercent)).toBe("-12.3%");
  expect(signed(0.0004, formatPercent)).toBe("0.0%");
  expect(signed(-0.0004, formatPercent)).toBe("0.0%");
});
