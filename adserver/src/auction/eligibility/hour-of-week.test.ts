import { expect, test } from "vitest";
import { hourOfWeek } from "./hour-of-week.ts";

const hourMs = 3_600_000;

test("every hour of a week has its number, from Monday 00:00 to Sunday 23:00", () => {
  const monday = Date.parse("2026-03-02T00:00:00Z");
  const hours = Array.from({ length: 168 }, (_, hour) => hourOfWeek("UTC", monday + hour * hourMs));
  expect(hours).toEqual(Array.from({ length: 168 }, (_, hour) => hour));
});

test("the hour is that of the zone, also around a clock change and with an offset of 45 minutes", () => {
  // Sunday, 29 March 2026: 02:00 becomes 03:00 in Zurich.
  const change = Date.parse("2026-03-29T01:00:00Z");
  expect([hourOfWeek("Europe/Zurich", change - 1), hourOfWeek("Europe/Zurich", change)]).toEqual([145, 147]);
  // Nepal is at UTC+5:45: the hour changes at a quarter past in UTC.
  const kathmandu = Date.parse("2026-03-02T00:15:00Z");
  expect([hourOfWeek("Asia/Kathmandu", kathmandu - 1), hourOfWeek("Asia/Kathmandu", kathmandu)]).toEqual([5, 6]);
});

test("the first call for a zone computes its hour, whatever the epoch's quarter", () => {
  expect(hourOfWeek("Pacific/Apia", 0)).toBe(72 + 13 - 24);
});
