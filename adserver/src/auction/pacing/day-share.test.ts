import { expect, test } from "vitest";
import { dayLimit, dayShare, evenDayMicros, type ShareInput } from "./day-share.ts";
import { daysBetween, dayWindow } from "./day-window.ts";

const hourMs = 3_600_000;
const zone = "Europe/Zurich";
const at = (time: string): number => Date.parse(time);
/** Ten days in March of 1,000 each; the campaign begins and ends at midnight. */
const input = (more: Partial<ShareInput> = {}): ShareInput => ({
  nowMs: at("2026-03-03T12:00:00Z"),
  startMs: at("2026-03-01T23:00:00Z"),
  endMs: at("2026-03-11T23:00:00Z"),
  timeZone: zone,
  pacing: "even",
  budgetMicros: 10_000,
  evenDayMicros: 1_000,
  spentBeforeMicros: 1_000,
  ...more,
});

test("an even day has its part of what is left, and is planned to end at 97% of the day", () => {
  const fromMs = at("2026-03-02T23:00:00Z");
  expect(dayShare(input())).toEqual({
    ...{ dayOn: "2026-03-03", fromMs, plannedMs: fromMs + 0.97 * 24 * hourMs, untilMs: fromMs + 24 * hourMs },
    ...{ shareMicros: 1_000, limitMicros: 1_080 },
  });
  expect(dayShare(input({ spentBeforeMicros: 1_900 })).shareMicros).toBe(900);
  expect(dayShare(input({ spentBeforeMicros: 0 })).shareMicros).toBe(1_080);
  expect(dayShare(input({ pacing: "ahead" })).shareMicros).toBe(1_080);
});

test("a day's limit is 8% over an even share, and never more than what is left", () => {
  expect(dayLimit(input())).toMatchObject({ dayOn: "2026-03-03", part: 1, left: 9_000, limitMicros: 1_080 });
  expect(dayLimit(input({ spentBeforeMicros: 9_500 })).limitMicros).toBe(500);
  expect(dayLimit(input({ spentBeforeMicros: 10_001 }))).toMatchObject({ left: 0, limitMicros: 0 });
  expect(dayLimit(input({ evenDayMicros: 999 })).limitMicros).toBe(1_078);
});

test("the first and the last day count by the part inside the period", () => {
  const late = { startMs: at("2026-03-03T05:00:00Z") };
  expect(dayLimit(input(late))).toMatchObject({ fromMs: late.startMs, part: 0.75, limitMicros: 810 });
  const early = { endMs: at("2026-03-03T11:00:00Z") };
  expect(dayLimit(input(early))).toMatchObject({ untilMs: early.endMs, part: 0.5, limitMicros: 540 });
  expect(dayShare(input({ ...early, spentBeforeMicros: 9_700 })).shareMicros).toBe(300);
  const over = { endMs: at("2026-03-02T11:00:00Z") };
  expect(dayLimit(input(over))).toMatchObject({ part: 0, limitMicros: 0 });
  expect(dayShare(input(over)).shareMicros).toBe(0);
});

test("an even day is rounded down; without days it is everything", () => {
  const [from, to] = [at("2026-03-01T23:00:00Z"), at("2026-03-04T23:00:00Z")];
  expect(evenDayMicros(1_000, from, to, zone)).toBe(333);
  expect(evenDayMicros(1_000, to, to, zone)).toBe(1_000);
  expect(evenDayMicros(1_000, from, from + 12 * hourMs, zone)).toBe(2_000);
});

test("days are counted by the calendar of the zone, also where clocks change", () => {
  const days = (from: string, to: string) => daysBetween(at(from), at(to), zone);
  expect(days("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z")).toBe(1);
  expect(days("2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z")).toBe(2);
  expect(days("2026-10-24T22:00:00Z", "2026-10-25T10:30:00Z")).toBe(0.5);
  expect(days("2026-03-02T11:00:00Z", "2026-03-05T05:00:00Z")).toBe(2.75);
  expect(days("2026-03-02T11:00:00Z", "2026-03-02T11:00:00Z")).toBe(0);
  expect(days("2026-03-02T11:00:00Z", "2026-03-02T10:00:00Z")).toBe(0);
});

test.each([
  ["2026-03-29T00:59:59.999Z", zone, "2026-03-29", "2026-03-28T23:00:00Z", 23],
  ["2026-03-29T21:59:59.999Z", zone, "2026-03-29", "2026-03-28T23:00:00Z", 23],
  ["2026-03-29T22:00:00Z", zone, "2026-03-30", "2026-03-29T22:00:00Z", 24],
  ["2026-10-25T22:59:59.999Z", zone, "2026-10-25", "2026-10-24T22:00:00Z", 25],
  ["2026-10-25T23:00:00Z", zone, "2026-10-26", "2026-10-25T23:00:00Z", 24],
  ["2026-01-01T00:00:00Z", "America/New_York", "2025-12-31", "2025-12-31T05:00:00Z", 24],
  ["2026-01-01T00:00:00Z", "Asia/Kathmandu", "2026-01-01", "2025-12-31T18:15:00Z", 24],
])("the day of %s in %s", (instant, timeZone, dayOn, start, hours) => {
  const startMs = at(start);
  const day = { dayOn, startMs, endMs: startMs + hours * hourMs };
  expect(dayWindow(at(instant), timeZone)).toEqual(day);
  expect(dayWindow(startMs, timeZone)).toEqual(day);
  expect(dayWindow(day.endMs - 1, timeZone)).toBe(dayWindow(startMs, timeZone));
  expect(dayWindow(day.endMs, timeZone).startMs).toBe(day.endMs);
});
