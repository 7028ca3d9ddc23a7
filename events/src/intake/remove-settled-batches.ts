import type { Platform } from "@litfass/platform/platform";
import { removeOldBatches } from "./event-sql.ts";

/** A journal older than this must not be shipped again. */
const retentionDays = 90;

/** Deletes batches settled long ago. Returns their number. */
export function removeSettledBatches({ db, clock }: Pick<Platform, "db" | "clock">): Promise<number> {
  return removeOldBatches(db, new Date(clock.now().getTime() - retentionDays * 86_400_000));
}

/** Deletes old batches every day. */
export function eventJobs(platform: Platform): void {
  platform.jobs.work("events.remove-settled-batches", async () => void (await removeSettledBatches(platform)));
  platform.jobs.schedule("events.remove-settled-batches", "41 2 * * *");
}
