import { listDueVastTags, resolveVastTag } from "../../creatives/index.ts";
import { type CommandRunner, runAsJob } from "../run-as-job.ts";
import { recordVastTag } from "./record-vast-tag.ts";

export const vastTagJob = "campaigns.check-vast-tags";
const maxPerRun = 200;
const concurrency = 4;

/** Follows the VAST tags of running campaigns that are due. @returns their number. */
export async function checkVastTags(runner: CommandRunner): Promise<number> {
  const { platform } = runner;
  const allowed = platform.settings.current().third_party.hosts;
  const due = await listDueVastTags(platform.db, platform.clock.now(), maxPerRun);
  const waiting = [...due];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { id, url } = next;
      // Network access happens before the transaction.
      const result = await resolveVastTag(platform, url, allowed);
      await runAsJob(runner, vastTagJob, recordVastTag, { id, url, result });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return due.length;
}
