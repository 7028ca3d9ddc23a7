/** Days as YYYY-MM-DD, both inclusive. */
export type DateRange = { from: string; to: string };

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The period in an address; null if it is missing, incomplete, or ends before it starts. */
export const rangeOf = (params: URLSearchParams): DateRange | null => {
  const [from, to] = [params.get("from"), params.get("to")];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
};

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** The day `days` later (or earlier). */
export function addDays(day: string, days: number): string {
  const date = at(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The number of days in a period, both ends inclusive. */
export const daysIn = ({ from, to }: DateRange): number =>
  Math.round((at(to).getTime() - at(from).getTime()) / 86_400_000) + 1;

/** The first day of the month `months` later. */
export function firstOfMonth(day: string, months = 0): string {
  const date = at(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** The last day of the month. */
export const lastOfMonth = (day: string): string => addDays(firstOfMonth(day, 1), -1);

/** Today in the account's time zone. */
export const todayOn = (timeZone = "Europe/Zurich", now = new Date()): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(now);

/** The weeks of a month, Monday first; null before its first and after its last day. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstOfMonth(month);
  const length = Number(lastOfMonth(month).slice(8));
  const lead = (at(first).getUTCDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: lead }, () => null),
    ...Array.from({ length }, (_, index) => addDays(first, index)),
  ];
  const weeks: (string | null)[][] = [];
  for (let start = 0; start < cells.length; start += 7) {
    const week = cells.slice(start, start + 7);
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)]);
  }
  return weeks;
}
