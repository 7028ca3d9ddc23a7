/**
 * How far a clock that read `before` and `after` a question to another clock is ahead of that one, which answered with
 * `other`; negative if behind. The other clock was read at any moment in between, so within that time it is 0.
 */
export const clockSkewMs = (before: number, other: number, after: number): number =>
  other < before ? before - other : Math.min(0, after - other);
