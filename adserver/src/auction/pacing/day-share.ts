import { daysBetween, dayWindow } from "./day-window.ts";

/** A day may spend this much more than an even share to make up for weaker days; the promise is a tenth (CONST-025). */
const catchUpShare = 1.08;
/** Planned spend ends at this part of the day; the rest makes up for missing traffic. */
const planned = 0.97;

export type ShareInput = {
  nowMs: number;
  startMs: number;
  endMs: number;
  timeZone: string;
  pacing: "even" | "ahead";
  budgetMicros: number;
  /** The even share of a day, fixed when the campaign was published. */
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
  /** The upper limit of a day. */
  limitMicros: number;
};

type LimitInput = Omit<ShareInput, "pacing">;

/** The part of a day within the campaign's period, and its spending limit. */
export function dayLimit(input: LimitInput) {
  const day = dayWindow(input.nowMs, input.timeZone);
  const fromMs = Math.max(day.startMs, input.startMs);
  const untilMs = Math.min(day.endMs, input.endMs);
  const part = Math.max(0, untilMs - fromMs) / (day.endMs - day.startMs);
  const left = Math.max(0, input.budgetMicros - input.spentBeforeMicros);
  const limitMicros = Math.floor(Math.min(left, input.evenDayMicros * catchUpShare * part));
  return { dayOn: day.dayOn, fromMs, untilMs, part, left, limitMicros };
}

/** Today's share of the budget in the account's time zone. Too slow to compute per request, since it counts days. */
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

/** The daily amount if the remaining budget is spread evenly over the remaining days. */
export function evenDayMicros(leftMicros: number, fromMs: number, endMs: number, timeZone: string): number {
  const days = daysBetween(fromMs, endMs, timeZone);
  return days > 0 ? Math.floor(leftMicros / days) : leftMicros;
}
