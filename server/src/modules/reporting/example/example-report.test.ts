import { languages } from "@litfass/contract/kernel/language";
import { productLetterhead } from "@litfass/platform/settings/letterhead";
import { expect, test } from "vitest";
import { viewOfReport } from "../document/report-view.ts";
import { percentOf } from "../metrics/metrics.ts";
import { apportion } from "./divide.ts";
import { type ExampleTerms, exampleReport } from "./example-report.ts";

const terms = (change: Partial<ExampleTerms> = {}): ExampleTerms => ({
  lang: "en",
  title: "Warm from the oven by six",
  advertiser: "A bakery",
  letterhead: productLetterhead,
  prices: { currency: "CHF", cpm: 2_500 },
  at: new Date("2026-11-28T10:00:00Z"),
  ...change,
});

test("every grouping of the example adds up to its totals, and rates follow from the counts", () => {
  const { totals, sites, cities, devices, weekdays, hours, days, banners } = exampleReport(terms());
  expect(totals).toMatchObject({ impressions: 100_000, clicks: 317, ctr: 0.317 });
  expect(totals.visibility_rate).toBe(percentOf(totals.viewable_impressions, totals.measured_impressions));
  const groupings = {
    sites: sites.rows,
    cities: cities.rows,
    devices,
    weekdays,
    hours,
    days,
    banners: banners.map(({ row }) => row),
  };
  for (const [name, rows] of Object.entries(groupings)) {
    for (const figure of ["impressions", "measured_impressions", "viewable_impressions", "clicks"] as const) {
      const sum = (rows ?? []).reduce((all, row) => all + row[figure], 0);
      expect(sum, `${name} ${figure}`).toBe(totals[figure]);
    }
    for (const row of rows ?? []) {
      expect(row.viewable_impressions).toBeLessThanOrEqual(row.measured_impressions);
      expect(row.measured_impressions).toBeLessThanOrEqual(row.impressions);
    }
  }
  expect(days).toHaveLength(28);
});

test("conversions of sites, banners and days add up to the example's, other groups have none", () => {
  const { totals, sites, days, banners, cities } = exampleReport(terms());
  expect(totals).toMatchObject({ conversions: 26, conversion_rate: 8.2019, conversion_value: 273_000 });
  expect(totals.cost_per_conversion).toBe(9_615);
  for (const rows of [sites.rows, days, banners.map(({ row }) => row)]) {
    expect(rows.reduce((all, row) => all + (row.conversions ?? 0), 0)).toBe(26);
    expect(rows.reduce((all, row) => all + (row.conversion_value ?? 0), 0)).toBe(273_000);
  }
  expect(cities.rows.every(({ conversions }) => conversions === null)).toBe(true);
  const { tables } = viewOfReport(exampleReport(terms()));
  expect(tables.sites.columns).toContain("Conversions");
  expect(tables.cities.columns).not.toContain("Conversions");
});

test("each step of the example's funnel is a part of the one before", () => {
  const chances = exampleReport(terms()).funnel?.steps.map((step) => step.chances) ?? [];
  expect(chances).toHaveLength(13);
  expect(chances).toEqual([...chances].sort((a, b) => b - a));
});

test("the example costs what its impressions cost at the operator's price", () => {
  const { totals } = exampleReport(terms({ prices: { currency: "GBP", cpm: 3_000 } }));
  expect([totals.currency, totals.spend]).toEqual(["GBP", 300_000]);
  expect(totals.budgets).toMatchObject([{ currency: "GBP", budget: 300_000, remaining_budget: 0 }]);
});

test.each([
  ["2026-11-28T10:00:00Z", "2025-11-01"],
  ["2026-12-01T10:00:00Z", "2026-11-01"],
  ["2027-01-05T10:00:00Z", "2026-11-01"],
])("on %s the example begins on %s, which is over", (at, from) => {
  expect(exampleReport(terms({ at: new Date(at) })).period.from).toBe(from);
});

test.each(languages)("in %s the example has a name for every row, device and weekday", (lang) => {
  const { tiles, tables, funnel } = viewOfReport(exampleReport(terms({ lang })));
  expect(tiles.map(({ value }) => value)).toEqual(
    expect.arrayContaining(["100'000", "77.9%", "317", "0.32%", "2'500.00"]),
  );
  for (const [name, { rows }] of Object.entries(tables)) {
    const names = rows.map(([first]) => first);
    expect(new Set(names).size, name).toBe(rows.length);
    expect(names, name).not.toContain("");
  }
  expect(funnel.rows.at(-1)).toMatchObject({ chances: "75'781", lost: "-24.2%" });
});

test("whole numbers are divided without a rest", () => {
  expect(apportion(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(apportion(317, [5, 0, 5]).reduce((all, each) => all + each, 0)).toBe(317);
});
