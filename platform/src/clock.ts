/** Where the time comes from. Handed in, so that tests decide what time it is. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until a test moves it. */
export type FixedClock = Clock & { set(at: Date): void; advance(milliseconds: number): void };

/** A clock that shows `start` and moves only by `set` and `advance` (milliseconds). */
export function fixedClock(start: Date): FixedClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set: (at) => {
      current = at.getTime();
    },
    advance: (milliseconds) => {
      current += milliseconds;
    },
  };
}
