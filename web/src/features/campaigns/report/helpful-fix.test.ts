import { expect, test } from "vitest";
import { helpfulFix } from "./helpful-fix.ts";

const widen = { search: "?step=targeting", label: "Widen targeting", widens: true };
const budget = { search: "?step=budget", label: "Edit period", widens: false };
const leaves = (per_day: number, needed_per_day: number | null) => ({ per_day, needed_per_day, suggestions: [] });

test("a wider audience is offered only if the forecast leaves less than the budget needs, with both figures", () => {
  expect(helpfulFix(widen, leaves(300, 728))).toMatchObject({ needed: { per_day: 300, needed_per_day: 728 } });
  expect(helpfulFix(widen, leaves(728, 728))).toBeNull();
  expect(helpfulFix(widen, undefined)).toBeNull();
});

test("other links need no forecast", () => {
  expect(helpfulFix(budget, undefined)).toEqual({ ...budget, needed: null });
  expect(helpfulFix(null, leaves(300, 728))).toBeNull();
});
