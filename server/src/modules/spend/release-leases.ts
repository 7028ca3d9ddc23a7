import { type CommandCall, command } from "@litfass/platform/command/command";
import { type Execute, outputOf } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { releaseUnsettledLeases } from "./release-leases-sql.ts";

/** The events of a closed lease arrive within seconds; after this time their journal is lost. */
const lostAfterMs = 7 * 86_400_000;
const releaseJob = "delivery.release-leases";

/**
 * Gives budgets back what a stopped ad server charged on its leases but never reported, because its journal is lost.
 * Otherwise the campaign is never settled and its customer's money stays reserved. Charges that arrive later are taken
 * from the free budget. @returns the number of released leases.
 */
export const releaseLeases = command({
  name: "spend.release_leases",
  errors: [],
  async run({ ctx: { tx, clock, audit } }: CommandCall<null>): Promise<number> {
    const released = await releaseUnsettledLeases(tx, new Date(clock.now().getTime() - lostAfterMs));
    await audit.record(
      ...released.map(({ leaseId, grantedMicros, consumedMicros }) => ({
        subject: { type: "lease", id: leaseId },
        changes: [{ field: "granted_micros", before: grantedMicros, after: consumedMicros }],
      })),
    );
    if (released.length === 0) audit.unchanged("no lease waits for lost charges");
    return released.length;
  },
});

/** Releases stuck leases every night. */
export function leaseJobs({ jobs, log }: Pick<Platform, "jobs" | "log">, execute: Execute<unknown>): void {
  const actor = { kind: "job", name: releaseJob } as const;
  jobs.work(releaseJob, async () => {
    const count = outputOf(await execute(releaseLeases, { actor, input: null, lang: "en" }));
    if (count > 0) log.error({ leases: count }, "charges of ad servers never arrived: their budget is released");
  });
  jobs.schedule(releaseJob, "47 2 * * *");
}
