import type { Platform } from "@litfass/platform/platform";
import { removeOldBatches } from "./event-sql.ts";

/** A delivery machine that was away for longer than this must not bring its old journal back. */
const keptDays = 90;

/** Forgets batches that were settled long ago. Returns how many. */
export function removeSettledBatches({ db, clock }: Pick<Platform, "db" | "clock">): Promise<number> {
  return removeOldBatches(db, new Date(clock.now().getTime() - keptDays * 86_400_000));
}

/** Jobs of this room: old batches go once a day. */
export function eventJobs(platform: Platform): void {
  platform.jobs.work("events.remove-settled-batches", async () => void (await removeSettledBatches(platform)));
  platform.jobs.schedule("events.remove-settled-batches", "41 2 * * *");
}
