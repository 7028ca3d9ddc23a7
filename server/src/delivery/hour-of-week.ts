const quarterMs = 900_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clocks = new Map<string, { quarter: number; hour: number; format: Intl.DateTimeFormat }>();

/**
 * The hour of the week in a time zone: Monday from midnight to one is 0, the last of Sunday 167. Zones change at full
 * quarters of an hour, so an answer holds for one.
 */
export function hourOfWeek(timeZone: string, atMs: number): number {
  const quarter = Math.floor(atMs / quarterMs);
  const known = clocks.get(timeZone);
  if (known?.quarter === quarter) return known.hour;
  const format =
    known?.format ??
    new Intl.DateTimeFormat("en-GB", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
  const parts = format.formatToParts(atMs);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  const hour = weekdays.indexOf(part("weekday")) * 24 + Number(part("hour"));
  clocks.set(timeZone, { quarter, hour, format });
  return hour;
}
