import { nice, ticks } from "d3-array";

type Range = readonly [from: number, to: number];

/** Positions of equally wide columns: their starts, their width, and the step between two starts. */
export type BandScale = { start: (index: number) => number; bandwidth: number; step: number };

/**
 * Columns side by side in a range, like d3's `scaleBand`.
 * @param inner the share of a step between two columns, 0 to 1
 * @param outer the share of a step before the first and after the last column
 */
export function bandScale(
  count: number,
  [from, to]: Range,
  { inner, outer }: { inner: number; outer: number },
): BandScale {
  const step = (to - from) / Math.max(1, count - inner + outer * 2);
  const first = from + (to - from - step * (count - inner)) / 2;
  return { start: (index) => first + index * step, bandwidth: step * (1 - inner), step };
}

/** Values from 0 to `max` as positions in a range. */
export function linearScale(max: number, [from, to]: Range): (value: number) => number {
  return (value) => from + (value / max) * (to - from);
}

/** The round value at or above `max`, and the values of about `count` grid lines up to it. */
export function valueAxis(max: number, count: number): { max: number; ticks: number[] } {
  const [, roundMax] = nice(0, max, count);
  return { max: roundMax, ticks: ticks(0, roundMax, count) };
}
