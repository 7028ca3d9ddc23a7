import { Gauge, type Registry } from "prom-client";
import { StartError } from "./lifetime.ts";

/** The largest difference between the clock of a process's machine and the database's. */
export const maxSkewMs = 2_000;

/**
 * How far a clock that read `before` and `after` a question to another clock is ahead of that one, which answered with
 * `other`; negative if behind. The other clock was read at any moment in between, so within that time it is 0.
 */
export const clockSkewMs = (before: number, other: number, after: number): number =>
  other < before ? before - other : Math.min(0, after - other);

/** What a process reports that does not start, or ends, because of its clock. */
export const clockProblem = (skewMs: number): string =>
  `this machine's clock differs from the database's by ${(skewMs / 1000).toFixed(1)} s; synchronize both (NTP)`;

/** @throws StartError if this machine's clock differs from the one that `readTime` reads by more than `maxSkewMs`. */
export async function requireRightClock(readTime: () => Promise<number>, now: () => number = Date.now): Promise<void> {
  const before = now();
  const other = await readTime();
  const skewMs = clockSkewMs(before, other, now());
  if (Math.abs(skewMs) > maxSkewMs) throw new StartError(clockProblem(skewMs));
}

/** A running API process ends beyond this: it would date invoices wrongly, and end campaigns before their last day. */
const endingSkewMs = 60_000;

export type ClockWatch = {
  /** Takes the last measured difference. */
  note(skewMs: number): void;
  /** Resolves once the difference is so large that the process must end. */
  failed: Promise<Error>;
};

/** Watches the clock of a running process, and shows the last difference as `litfass_clock_skew_seconds`. */
export function watchClock(registry: Registry): ClockWatch {
  const gauge = new Gauge({
    name: "litfass_clock_skew_seconds",
    help: "Seconds ahead of the database's clock, negative if behind",
    registers: [registry],
  });
  const { promise, resolve } = Promise.withResolvers<Error>();
  return {
    note(skewMs) {
      gauge.set(skewMs / 1000);
      if (Math.abs(skewMs) > endingSkewMs) resolve(new Error(clockProblem(skewMs)));
    },
    failed: promise,
  };
}
