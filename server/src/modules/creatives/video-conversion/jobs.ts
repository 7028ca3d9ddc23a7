import type { CommandRunner } from "./command-runner.ts";
import { convertJob, convertNextVideo, timeoutMs } from "./convert-video.ts";
import { forgetJob, removeForgottenUploads } from "./upload.ts";

/** Converts videos one at a time. The run each minute picks up conversions interrupted by a crash. */
export function mediaJobs(runner: CommandRunner): void {
  const { jobs, log } = runner.platform;
  jobs.work(
    convertJob,
    async (_data, { signal }) => {
      while (await convertNextVideo(runner, signal));
    },
    { expireSeconds: timeoutMs / 1000 + 600, retries: 0 },
  );
  jobs.schedule(convertJob, "* * * * *");
  jobs.work(forgetJob, async () => {
    const removed = await removeForgottenUploads(runner);
    if (removed > 0) log.info({ removed }, "unfinished uploads were removed");
  });
  jobs.schedule(forgetJob, "17 * * * *");
}
