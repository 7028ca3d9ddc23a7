import type { Platform } from "@litfass/platform/platform";
import { keepPartitions, removeOldDeliveryData } from "./old-data-sql.ts";

const forgetJob = "delivery.forget";

/** The module's nightly jobs. */
export function deliveryJobs({ db, clock, jobs }: Platform): void {
  jobs.work(forgetJob, async () => {
    await removeOldDeliveryData(db, clock.now());
    await keepPartitions(db);
  });
  jobs.schedule(forgetJob, "41 2 * * *");
}
