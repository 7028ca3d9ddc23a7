import { expect, test } from "vitest";
import { helpfulFix } from "./helpful-fix.ts";

const widen = { search: "?step=targeting", label: "Widen targeting", widens: true };
const budget = { search: "?step=budget", label: "Edit period", widens: false };
const leaves = (per_day: number, needed_per_day: number | null) => ({ per_day, needed_per_day, suggestions: [] });

test("a wider audience is offered only if the forecast leaves less than the budget needs", () => {
  expect(helpfulFix(widen, leaves(300, 728))).toBe(widen);
  expect(helpfulFix(widen, leaves(728, 728))).toBeNull();
  expect(helpfulFix(widen, undefined)).toBeNull();
});

test("other links need no forecast", () => {
  expect(helpfulFix(budget, undefined)).toBe(budget);
  expect(helpfulFix(null, leaves(300, 728))).toBeNull();
});
