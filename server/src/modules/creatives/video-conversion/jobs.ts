import type { Platform } from "@litfass/platform/platform";
import { convertJob, convertNextVideo, timeoutMs } from "./convert-video.ts";
import { removeForgottenUploads } from "./upload.ts";

const forgetJob = "media.forget-uploads";

/** Converts videos one at a time. The look each minute finds those that a crash interrupted. */
export function mediaJobs(platform: Platform): void {
  const { jobs, log } = platform;
  jobs.work(
    convertJob,
    async (_data, { signal }) => {
      while (await convertNextVideo(platform, signal));
    },
    { expireSeconds: timeoutMs / 1000 + 600, retries: 0 },
  );
  jobs.schedule(convertJob, "* * * * *");
  jobs.work(forgetJob, async () => {
    const removed = await removeForgottenUploads(platform);
    if (removed > 0) log.info({ removed }, "unfinished uploads were removed");
  });
  jobs.schedule(forgetJob, "17 * * * *");
}
