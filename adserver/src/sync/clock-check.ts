import type { Clock } from "@litfass/platform/clock";
import type { Log } from "@litfass/platform/log/log";
import { clockSkewMs, maxSkewMs } from "@litfass/platform/process/clock-skew";

export type ClockCheck = {
  /** Compares the clocks. False if they differ by more than `maxSkewMs`; throws where the database is unreachable. */
  run(): Promise<boolean>;
  /** The result of the last comparison. */
  isRight(): boolean;
  /** How far this clock is ahead of the database's; negative if behind. */
  skewMs(): number;
};

/**
 * Compares this process's clock with the database's. A process whose clock is a day ahead would request the budgets of
 * tomorrow and return the leases of all others, so it must not touch either.
 */
export function checkClock(parts: { readTime: () => Promise<number>; clock: Clock; log: Log }): ClockCheck {
  const { readTime, clock, log } = parts;
  let skew = 0;
  const isRight = (): boolean => Math.abs(skew) <= maxSkewMs;
  return {
    async run() {
      const before = clock.now().getTime();
      const database = await readTime();
      const after = clock.now().getTime();
      const wasRight = isRight();
      skew = clockSkewMs(before, database, after);
      if (wasRight && !isRight()) log.error({ skewMs: skew }, "this machine's clock is wrong: bidding stops");
      if (!wasRight && isRight()) log.info({ skewMs: skew }, "this machine's clock is right again: bidding continues");
      return isRight();
    },
    isRight,
    skewMs: () => skew,
  };
}
