import { impressionPriceMicros, microsOfMinor } from "@litfass/contract/kernel/money";
import { defaultCpmMinor } from "@litfass/contract/settings/default-settings";
import fc from "fast-check";
import { expect, test } from "vitest";
import { budgetFigures, effectiveBudgetMicros, metricsOf, noCounts } from "./metrics.ts";

test("[FIELD-MET-003] CTR is clicks divided by impressions in percent, 0 without impressions", () => {
  expect(metricsOf({ ...noCounts, impressions: 1_000, clicks: 5 }).ctr).toBe(0.5);
  expect(metricsOf({ ...noCounts, clicks: 5 }).ctr).toBe(0);
});

test("[FIELD-MET-005] 4000 impressions at 25 CPM use 100.00, never more than the budget", () => {
  const charged = 4_000n * impressionPriceMicros(defaultCpmMinor);
  const chf = (francs: number) => microsOfMinor(francs * 100);
  expect([effectiveBudgetMicros(charged, chf(500)), effectiveBudgetMicros(charged, chf(80))]).toEqual([
    chf(100),
    chf(80),
  ]);
  expect(budgetFigures("CHF", chf(500), effectiveBudgetMicros(charged, chf(500))).effective_budget).toBe(100_00);
  expect(budgetFigures("CHF", chf(80), effectiveBudgetMicros(charged, chf(80))).effective_budget).toBe(80_00);
});

test("[FIELD-MET-006] Remaining is budget minus effective budget", () => {
  const figures = budgetFigures("CHF", microsOfMinor(500_00), microsOfMinor(120_50));
  expect(figures.remaining_budget).toBe(379_50);
  expect(figures.remaining_budget_formatted).toBe("379.50");
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 15n }), (budget, charged) => {
      const row = budgetFigures("CHF", budget, effectiveBudgetMicros(charged, budget));
      return row.remaining_budget === row.budget - row.effective_budget && row.remaining_budget >= 0;
    }),
  );
});

test("[FIELD-MET-009] 700 viewable of 1000 measured impressions are 70%, whatever could not be measured", () => {
  const row = metricsOf({ ...noCounts, impressions: 1_000, measured: 1_000, viewable: 700 });
  expect([row.viewable_impressions, row.visibility_rate, row.measured_rate]).toEqual([700, 70, 100]);
  const partly = metricsOf({ ...noCounts, impressions: 1_250, measured: 1_000, viewable: 700 });
  expect([partly.measured_impressions, partly.visibility_rate, partly.measured_rate]).toEqual([1_000, 70, 80]);
  const unmeasured = metricsOf({ ...noCounts, impressions: 1_000 });
  expect([unmeasured.visibility_rate, unmeasured.measured_rate]).toEqual([0, 0]);
});

test("[FIELD-MET-011] 250 completions of 1000 impressions are 25, without impressions 0", () => {
  expect(metricsOf({ ...noCounts, impressions: 1_000, videoCompletes: 250 }).completion_rate).toBe(25);
  expect(metricsOf({ ...noCounts, videoCompletes: 250 }).completion_rate).toBe(0);
});
