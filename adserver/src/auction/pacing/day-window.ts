export type DayWindow = {
  /** "2026-03-29" */
  dayOn: string;
  startMs: number;
  endMs: number;
};

const hourMs = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const parts = {
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    } as const;
    format = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", ...parts });
    formats.set(timeZone, format);
  }
  return format;
}

/** The zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const found: Record<string, number> = {};
  for (const { type, value } of formatFor(timeZone).formatToParts(ms)) found[type] = Number(value);
  const local = Date.UTC(found.year!, found.month! - 1, found.day, found.hour, found.minute, found.second);
  return local - Math.floor(ms / 1000) * 1000;
}

/** The instant at which the zone's calendar shows this UTC-like time. */
function instantOf(localMs: number, timeZone: string): number {
  const guess = localMs - offsetAt(localMs, timeZone);
  return localMs - offsetAt(guess, timeZone);
}

const todays = new Map<string, DayWindow>();

/** The calendar day of a time zone that holds an instant: 23 or 25 hours long where clocks change. */
export function dayWindow(ms: number, timeZone: string): DayWindow {
  const known = todays.get(timeZone);
  if (known !== undefined && ms >= known.startMs && ms < known.endMs) return known;
  const found = findWindow(ms, timeZone);
  todays.set(timeZone, found);
  return found;
}

/** Days by their start, for each zone: campaigns count the same days over and over. */
const daysFrom = new Map<string, Map<number, DayWindow>>();
const mostDays = 5_000;

function windowFrom(startMs: number, timeZone: string): DayWindow {
  let days = daysFrom.get(timeZone);
  if (days === undefined || days.size > mostDays) {
    days = new Map();
    daysFrom.set(timeZone, days);
  }
  let day = days.get(startMs);
  if (day === undefined) {
    day = findWindow(startMs, timeZone);
    days.set(startMs, day);
  }
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

/** How many days lie between two instants: whole ones count 1, the first and last by the part that is inside. */
export function daysBetween(fromMs: number, toMs: number, timeZone: string): number {
  let days = 0;
  for (let at = fromMs; at < toMs; ) {
    const { startMs, endMs } = at === fromMs ? findWindow(at, timeZone) : windowFrom(at, timeZone);
    days += (Math.min(endMs, toMs) - at) / (endMs - startMs);
    at = endMs;
  }
  return days;
}
