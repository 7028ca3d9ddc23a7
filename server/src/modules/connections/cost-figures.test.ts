import { expect, test } from "vitest";
import { adFigures, ctrOf, grouped } from "./cost-figures.ts";

const row = (impressions: number, clicks: number, costMicros: bigint, currency = "CHF") => ({
  ...{ impressions, clicks, costMicros, currency },
});

test("the click rate is a percentage with four decimals, and 0 without impressions", () => {
  expect(ctrOf({ impressions: 3, clicks: 1 })).toBe(33.3333);
  expect(ctrOf({ impressions: 200, clicks: 1 })).toBe(0.5);
  expect(ctrOf({ impressions: 0, clicks: 0 })).toBe(0);
});

test("rows are added up; their cost only if they have one currency", () => {
  expect(adFigures([row(100, 1, 1_500_000n), row(300, 3, 2_000_000n)])).toEqual({
    ...{ impressions: 400, clicks: 4, ctr: 1, cost: 350, cost_formatted: "3.50", currency: "CHF" },
  });
  expect(adFigures([row(100, 1, 1n), row(300, 3, 2n, "EUR")])).toMatchObject({
    ...{ impressions: 400, cost: null, cost_formatted: null, currency: null },
  });
  expect(adFigures([row(100, 1, 1_500_000n)])).toMatchObject({ cost: 150, currency: "CHF" });
  expect(adFigures([])).toEqual({
    ...{ impressions: 0, clicks: 0, ctr: 0, cost: null, cost_formatted: null, currency: null },
  });
});

test("groups keep the order of their first rows", () => {
  const groups = grouped([row(1, 0, 0n), row(2, 0, 0n, "EUR"), row(3, 0, 0n)], ({ currency }) => currency);
  expect([...groups].map(([key, rows]) => [key, rows.map(({ impressions }) => impressions)])).toEqual([
    ["CHF", [1, 3]],
    ["EUR", [2]],
  ]);
});
