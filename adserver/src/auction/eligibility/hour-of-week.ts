const quarterMs = 900_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const clocks = new Map<string, { quarter: number; hour: number; format: Intl.DateTimeFormat }>();

/** The quarter of an hour of an instant. Zones change at full quarters, so what a clock shows holds for one. */
export const quarterOf = (atMs: number): number => Math.floor(atMs / quarterMs);

/** The hour of the week in a time zone: Monday from midnight to one is 0, the last of Sunday 167. */
export function hourOfWeek(timeZone: string, atMs: number): number {
  const quarter = quarterOf(atMs);
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
