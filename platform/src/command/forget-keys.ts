import type { Platform } from "../platform.ts";
import { forgetKeys } from "./idempotency-sql.ts";

const keptDays = 7;
const forgetJob = "platform.forget-idempotency-keys";

/** Deletes the stored responses of repeated calls after a week, every night. */
export function idempotencyJobs(platform: Platform): void {
  platform.jobs.work(forgetJob, async () => {
    const before = new Date(platform.clock.now().getTime() - keptDays * 86_400_000);
    const forgotten = await forgetKeys(platform.db, before);
    platform.log.info({ forgotten }, "idempotency keys forgotten");
  });
  platform.jobs.schedule(forgetJob, "17 3 * * *");
}
