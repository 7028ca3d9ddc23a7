import { memoize } from "../../kernel/memoize.ts";

export type DayWindow = {
  /** "2026-03-29" */
  dayOn: string;
  startMs: number;
  endMs: number;
};

const hourMs = 3_600_000;
const maxZones = 1_000;

const formatFor = memoize(
  (timeZone) =>
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    }),
  maxZones,
);

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const found: Record<string, number> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(ms)) found[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = found;
  const local = Date.UTC(year, month - 1, day, hour, minute, second);
  return local - Math.floor(ms / 1000) * 1000;
}

/** The instant at which the zone's calendar shows this UTC-like time. */
function instantOf(localMs: number, timeZone: string): number {
  const guess = localMs - offsetAt(localMs, timeZone);
  return localMs - offsetAt(guess, timeZone);
}

/** The last window per zone and the windows by start: campaigns ask for the same days again and again. */
const windowsOf = memoize(
  () => ({ last: undefined as DayWindow | undefined, byStart: new Map<number, DayWindow>() }),
  maxZones,
);
const maxDays = 5_000;

/** The calendar day of a time zone that contains an instant: 23 or 25 hours long where clocks change. */
export function dayWindow(ms: number, timeZone: string): DayWindow {
  const windows = windowsOf(timeZone);
  const { last } = windows;
  if (last !== undefined && ms >= last.startMs && ms < last.endMs) return last;
  windows.last = findWindow(ms, timeZone);
  return windows.last;
}

function windowFrom(startMs: number, timeZone: string): DayWindow {
  const { byStart } = windowsOf(timeZone);
  const known = byStart.get(startMs);
  if (known !== undefined) return known;
  if (byStart.size > maxDays) byStart.clear();
  const day = findWindow(startMs, timeZone);
  byStart.set(startMs, day);
  return day;
}

function findWindow(ms: number, timeZone: string): DayWindow {
  const local = ms + offsetAt(ms, timeZone);
  const localStart = Math.floor(local / (24 * hourMs)) * 24 * hourMs;
  return {
    dayOn: new Date(localStart).toISOString().slice(0, 10),
    startMs: instantOf(localStart, timeZone),
    endMs: instantOf(localStart + 24 * hourMs, timeZone),
  };
}

/** Days between two instants; the first and last day count by the part that is inside. */
export function daysBetween(fromMs: number, toMs: number, timeZone: string): number {
  let days = 0;
  for (let at = fromMs; at < toMs; ) {
    const { startMs, endMs } = at === fromMs ? findWindow(at, timeZone) : windowFrom(at, timeZone);
    days += (Math.min(endMs, toMs) - at) / (endMs - startMs);
    at = endMs;
  }
  return days;
}
