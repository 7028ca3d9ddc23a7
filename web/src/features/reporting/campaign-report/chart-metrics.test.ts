import { expect, test } from "vitest";
import { addDays } from "../../../ui/inputs/date-range.ts";
import { lastDays, partsOf } from "./chart-metrics.ts";

const day = {
  impressions: 100,
  viewable_impressions: 70,
  visibility_rate: 70,
  clicks: 3,
  ctr: 3,
  spend: 2.5,
  conversions: 2,
};

test("each metric uses its own figure", () => {
  expect(partsOf("impressions", day)).toEqual([70, 30]);
  expect(partsOf("visibility", day)).toEqual([70]);
  expect(partsOf("clicks", day)).toEqual([3]);
  expect(partsOf("ctr", day)).toEqual([3]);
  expect(partsOf("spend", day)).toEqual([2.5]);
  expect(partsOf("spend", { ...day, spend: null })).toEqual([0]);
  expect(partsOf("conversions", day)).toEqual([2]);
  expect(partsOf("conversions", { ...day, conversions: null })).toEqual([0]);
  expect(partsOf("impressions", undefined)).toEqual([0, 0]);
});

test("truncates a long period to its last days", () => {
  const before = (each: string) => addDays(each, -1);
  expect(lastDays("2026-02-27", "2026-03-01", 100, before)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(lastDays("2026-01-01", "2026-03-01", 2, before)).toEqual(["2026-02-28", "2026-03-01"]);
});
