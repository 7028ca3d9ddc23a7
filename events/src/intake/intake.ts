import type { Batch } from "../format/batch.ts";
import { IntakeBusy } from "./intake-busy.ts";
import { type Intake, storeBatch } from "./store-batch.ts";

/** A waiting batch takes some megabytes of memory. */
const maxWaiting = 8;

/**
 * Stores batches one at a time: the embedded event store gains nothing from two, and a retried batch must not overtake
 * its first attempt. Throws `IntakeBusy` where too many wait.
 */
export function createIntake(intake: Intake): { store(batch: Batch): Promise<"applied" | "known"> } {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    store(batch) {
      if (waiting >= maxWaiting) return Promise.reject(new IntakeBusy());
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
