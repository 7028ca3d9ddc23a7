import { addDays, type DateRange, daysIn } from "../../ui/inputs/date-range.ts";

/** The days just before a period, as many as it has: 28 days of February are compared with 28 of January. */
export const rangeBefore = (range: DateRange): DateRange => ({
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1),
});

/** Periods of fewer days say that today is not over: a part of a day is then much of what is compared. */
const shortDays = 10;

/** Whether a period that ends today is so short that the days before, which are whole, make it look poor. */
export function isCutShort(range: DateRange, live: boolean): boolean {
  return live && daysIn(range) < shortDays;
}

type Counted = { impressions: number };

/** How a count has changed, as a share of what it was: 0.5 is half as much again. Null where there was nothing. */
export const changeOf = (now: number | undefined, then: number | undefined): number | null =>
  now === undefined || !then ? null : now / then - 1;

/** By how many points a rate in per cent has changed; null where one of the periods has nothing to take a rate of. */
export function pointsOf<Rate extends string>(
  rate: Rate,
  now: (Counted & Record<Rate, number>) | undefined,
  then: (Counted & Record<Rate, number>) | undefined,
): number | null {
  return now?.impressions && then?.impressions ? now[rate] - then[rate] : null;
}

/** "+12.3%" of a difference and its size in words; what is written as nothing has no sign. */
export function signed(difference: number, write: (size: number) => string): string {
  const size = write(Math.abs(difference));
  if (size === write(0)) return size;
  return `${difference < 0 ? "-" : "+"}${size}`;
}
