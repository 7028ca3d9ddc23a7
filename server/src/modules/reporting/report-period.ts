import { maxReportDays } from "@litfass/contract/reporting/report-limits";
import type { StatisticsFilter } from "@litfass/contract/reporting/statistics";
import { invalid } from "@litfass/platform/problem";

/** Days of a report in the account's time zone, both inclusive, and the instants at which they start and end. */
export type ReportPeriod = { from: string; to: string; timeZone: string; fromAt: Date; endAt: Date };

/** The time zone of reports and campaigns. */
export const accountTimeZone = "Europe/Zurich";

const dayMs = 86_400_000;
const usualDays = 30;

/** The chosen days, by default the last 30 up to today (UI-DASH-010). Throws 422 for days in the wrong order. */
export function reportPeriod(filter: Pick<StatisticsFilter, "from" | "to">, timeZone: string, now: Date): ReportPeriod {
  const to = filter.to ?? laterDay(dayIn(timeZone, now), filter.from);
  const from = filter.from ?? addDays(to, 1 - usualDays);
  if (from > to) throw invalid({ to: ["campaign.period"] });
  const period = {
    from,
    to,
    timeZone,
    fromAt: startOfDay(from, timeZone),
    endAt: startOfDay(addDays(to, 1), timeZone),
  };
  if (daysOf(period).length > maxReportDays) throw invalid({ from: ["rule.oneOf"] });
  return period;
}

const laterDay = (day: string, other: string | undefined): string => (other !== undefined && other > day ? other : day);

/** Every day of the period in order. */
export function daysOf({ from, to }: Pick<ReportPeriod, "from" | "to">): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length <= maxReportDays; day = addDays(day, 1)) days.push(day);
  return days;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The calendar day of an instant in a zone. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Date(at.getTime() + offsetMs(timeZone, at)).toISOString().slice(0, 10);

/** The instant at which a calendar day starts in a zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const guess = asUtc - offsetMs(timeZone, new Date(asUtc));
  // Near a clock change the offset at the guess is the correct one.
  return new Date(asUtc - offsetMs(timeZone, new Date(guess)));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The zone's offset from UTC at an instant. */
function offsetMs(timeZone: string, at: Date): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const;
    clock = new Intl.DateTimeFormat("en-CA", { timeZone, hourCycle: "h23", second: "2-digit", ...parts });
    clocks.set(timeZone, clock);
  }
  const read = Object.fromEntries(clock.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1_000) * 1_000;
}
