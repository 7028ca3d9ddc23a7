import { addDays, type DateRange, daysIn } from "../../ui/inputs/date-range.ts";

/** The same number of days just before a period: 28 days of February are compared with 28 of January. */
export const rangeBefore = (range: DateRange): DateRange => ({
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1),
});

/**
 * Shorter periods mention that today is still in progress, because a partial day is then a large part of the
 * comparison.
 */
const shortDays = 10;

/** Whether a period that ends today is too short to be compared fairly with whole days. */
export function isCutShort(range: DateRange, live: boolean): boolean {
  return live && daysIn(range) < shortDays;
}

/** The relative change of a count: 0.5 is half as much again. Null if the previous count was zero. */
export const changeOf = (now: number | undefined, then: number | undefined): number | null =>
  now === undefined || !then ? null : now / then - 1;

/** The change of a percentage of `whole` in points; null if one of the periods has none. */
export function pointsOf<Rate extends string, Whole extends string>(
  rate: Rate,
  whole: Whole,
  now: Record<Rate | Whole, number> | undefined,
  then: Record<Rate | Whole, number> | undefined,
): number | null {
  return now?.[whole] && then?.[whole] ? now[rate] - then[rate] : null;
}

/** "+12.3%" from a difference and its formatted size; a difference that rounds to zero has no sign. */
export function signed(difference: number, write: (size: number) => string): string {
  const size = write(Math.abs(difference));
  if (size === write(0)) return size;
  return `${difference < 0 ? "-" : "+"}${size}`;
}
