import type { Batch } from "../format/batch.ts";
import { type Intake, storeBatch } from "./store-batch.ts";

/** The intake has enough to do: come again after `retryAfterSeconds`. */
export class IntakeBusy extends Error {
  readonly retryAfterSeconds = 1;
  constructor() {
    super("The event intake is busy");
    this.name = "IntakeBusy";
  }
}

/** Each waiting batch is some megabytes of memory. */
const mostWaiting = 8;

/**
 * Stores one batch after the other: the embedded event store gains nothing from two at a time, and a batch that is sent
 * again while its first attempt still runs must not overtake it. Throws `IntakeBusy` where too many wait.
 */
export function createIntake(intake: Intake): { store(batch: Batch): Promise<"applied" | "known"> } {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    store(batch) {
      if (waiting >= mostWaiting) return Promise.reject(new IntakeBusy());
      waiting += 1;
      const stored = last
        .then(() => storeBatch(intake, batch))
        .finally(() => {
          waiting -= 1;
        });
      last = stored.catch(() => {});
      return stored;
    },
  };
}
