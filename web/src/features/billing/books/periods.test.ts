import { expect, test } from "vitest";
import { periodsOn } from "./periods.ts";

test("lists quarters, months and years back from today without gaps", () => {
  const periods = periodsOn("2026-02-28");
  const find = (value: string) => periods.find((each) => each.value === value);
  expect(periods[0]).toEqual({ value: "2026-Q1", from: "2026-01-01", to: "2026-03-31" });
  expect(find("2025-Q4")).toEqual({ value: "2025-Q4", from: "2025-10-01", to: "2025-12-31" });
  expect(find("2026-02")).toEqual({ value: "2026-02", from: "2026-02-01", to: "2026-02-28" });
  expect(find("2025-12")).toEqual({ value: "2025-12", from: "2025-12-01", to: "2025-12-31" });
  expect(find("2024")).toEqual({ value: "2024", from: "2024-01-01", to: "2024-12-31" });
  expect(new Set(periods.map(({ value }) => value)).size).toBe(periods.length);
});
