import { expect, test } from "vitest";
import { around } from "../tables/pagination.tsx";
import { addDays, firstOfMonth, lastOfMonth, todayOn, weeksOf } from "./date-range.ts";

test("counts days and months across year ends and daylight saving time", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
  expect(firstOfMonth("2026-01-31", -1)).toBe("2025-12-01");
  expect(lastOfMonth("2028-02-10")).toBe("2028-02-29");
  expect(todayOn("Europe/Zurich", new Date("2026-11-20T23:30:00Z"))).toBe("2026-11-21");
});

test("lays out a month in weeks starting on Monday", () => {
  const weeks = weeksOf("2026-11-15");
  expect(weeks[0]).toEqual([null, null, null, null, null, null, "2026-11-01"]);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
});

test("pages show the ends, the neighbors and gaps", () => {
  expect(around(1, 3)).toEqual([1, 2, 3]);
  expect(around(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  expect(around(3, 9)).toEqual([1, 2, 3, 4, null, 9]);
});
