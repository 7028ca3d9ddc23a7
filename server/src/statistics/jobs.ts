import type { Platform } from "../platform/platform.ts";
import { silenceJobs } from "./watch-silence.ts";

/** The room's work beside the calls. */
export function statisticsJobs(platform: Platform): void {
  silenceJobs(platform);
}
