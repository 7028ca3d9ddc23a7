/** Where the columns of a chart stand along its width, in px. */
export type Bands = { step: number; width: number; at: (index: number) => number };

/**
 * Divides a stretch into `count` columns.
 * @param gap share of a step that stays free between two columns
 * @param edge free before the first and after the last, in steps
 */
export function bandsOf(count: number, [from, to]: [number, number], gap: number, edge: number): Bands {
  const step = (to - from) / Math.max(1, count - gap + edge * 2);
  const first = from + (to - from - step * (count - gap)) / 2;
  return { step, width: step * (1 - gap), at: (index) => first + index * step };
}

/** Round figures from 0 to `most` or just above it, in about `parts` steps of 1, 2 or 5 times a power of ten. */
export function ticksTo(most: number, parts: number): number[] {
  let step = stepOf(most, parts);
  let count = Math.ceil(most / step);
  // What was rounded up may ask for a larger step.
  for (let wider = stepOf(count * step, parts); wider > step; wider = stepOf(count * step, parts)) {
    count = Math.ceil((count * step) / wider);
    step = wider;
  }
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** The bounds lie where both neighbours are equally far off, by ratio. */
function stepOf(most: number, parts: number): number {
  const power = 10 ** Math.floor(Math.log10(most / parts));
  const ratio = most / parts / power;
  return power * (ratio >= Math.sqrt(50) ? 10 : ratio >= Math.sqrt(10) ? 5 : ratio >= Math.sqrt(2) ? 2 : 1);
}
