/** The source of time, injected so that tests control it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until a test moves it. */
export type FixedClock = Clock & { set(at: Date): void; advance(milliseconds: number): void };

/** A clock at `start` that moves only by `set` and `advance` (milliseconds). */
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
