import { daysBetween, dayWindow } from "./day-window.ts";

/** A day may take this much of an even day's share to make up for weaker ones; a tenth is the promise (CONST-025). */
const catchUpShare = 1.08;
/** Spend is planned to be done when this much of the day is over: the rest catches what traffic did not bring. */
const planned = 0.97;

export type ShareInput = {
  nowMs: number;
  startMs: number;
  endMs: number;
  timeZone: string;
  pacing: "even" | "ahead";
  budgetMicros: number;
  /** What a whole day takes if all take the same, fixed when the campaign was published. */
  evenDayMicros: number;
  /** Spent before the day began. */
  spentBeforeMicros: number;
};

export type DayShare = {
  dayOn: string;
  fromMs: number;
  /** When the share should be spent. */
  plannedMs: number;
  /** When the day, or the campaign, is over. */
  untilMs: number;
  shareMicros: number;
  /** Never more than this, whatever was left over. */
  limitMicros: number;
};

type LimitInput = Omit<ShareInput, "pacing">;

/** The part of a day that lies in the campaign's period, and the most that may be spent in it. */
export function dayLimit(input: LimitInput) {
  const day = dayWindow(input.nowMs, input.timeZone);
  const fromMs = Math.max(day.startMs, input.startMs);
  const untilMs = Math.min(day.endMs, input.endMs);
  const part = Math.max(0, untilMs - fromMs) / (day.endMs - day.startMs);
  const left = Math.max(0, input.budgetMicros - input.spentBeforeMicros);
  const limitMicros = Math.floor(Math.min(left, input.evenDayMicros * catchUpShare * part));
  return { dayOn: day.dayOn, fromMs, untilMs, part, left, limitMicros };
}

/** Today's share of the budget in the account's time zone. Counts the days left, which is too slow for each request. */
export function dayShare(input: ShareInput): DayShare {
  const { dayOn, fromMs, untilMs, part, left, limitMicros } = dayLimit(input);
  const daysLeft = daysBetween(fromMs, input.endMs, input.timeZone);
  const evenMicros = daysLeft > 0 ? (left * part) / daysLeft : 0;
  return {
    dayOn,
    fromMs,
    plannedMs: fromMs + (untilMs - fromMs) * planned,
    untilMs,
    shareMicros: input.pacing === "ahead" ? limitMicros : Math.floor(Math.min(limitMicros, evenMicros)),
    limitMicros,
  };
}

/** What a whole day takes if the budget left is spread evenly over the days left. */
export function evenDayMicros(leftMicros: number, fromMs: number, endMs: number, timeZone: string): number {
  const days = daysBetween(fromMs, endMs, timeZone);
  return days > 0 ? Math.floor(leftMicros / days) : leftMicros;
}
