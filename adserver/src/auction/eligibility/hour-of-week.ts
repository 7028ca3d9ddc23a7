import { memoize } from "../../kernel/memoize.ts";

const quarterMs = 900_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The quarter of an hour of an instant. Zone offsets change at full quarters, so the hour is constant within one. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / quarterMs);

const maxZones = 1_000;

/** The formatter of a zone and its last result: creating one takes milliseconds. */
const clockOf = memoize(
  (timeZone) => ({
    format: new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" }),
    quarter: Number.NaN,
    hour: 0,
  }),
  maxZones,
);

/** The hour of the week in a time zone: Monday 00:00 to 01:00 is 0, the last hour of Sunday is 167. */
export function hourOfWeek(timeZone: string, atMs: number): number {
  const quarter = quarterOf(atMs);
  const clock = clockOf(timeZone);
  if (clock.quarter === quarter) return clock.hour;
  const parts = clock.format.formatToParts(atMs);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  clock.hour = weekdays.indexOf(part("weekday")) * 24 + Number(part("hour"));
  clock.quarter = quarter;
  return clock.hour;
}
