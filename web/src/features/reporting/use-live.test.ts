import { expect, test } from "vitest";
import { includesToday } from "./use-live.ts";

test("live updates refetch the period, not the days before it", () => {
  const key = (query: object) => ["showStatistics", { query }];
  expect(includesToday(key({ from: "2026-03-01", to: "2026-03-30" }), "2026-03-30")).toBe(true);
  expect(includesToday(key({ from: "2026-01-30", to: "2026-02-28" }), "2026-03-30")).toBe(false);
  expect(includesToday(key({}), "2026-03-30")).toBe(true);
  expect(includesToday(["showStatistics", null], "2026-03-30")).toBe(true);
});
