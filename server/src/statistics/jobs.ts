import type { Platform } from "../platform/platform.ts";
import type { StatisticsSources } from "./report.ts";
import { reportLinkJobs } from "./report-links.ts";
import { reportMailJobs } from "./report-mails.ts";
import { tieOutJobs } from "./run-tie-out.ts";
import { silenceJobs } from "./watch-silence.ts";

/** The room's work beside the calls. */
export function statisticsJobs(platform: Platform, sources: StatisticsSources): void {
  reportMailJobs(platform, sources);
  reportLinkJobs(platform);
  silenceJobs(platform);
  tieOutJobs(platform);
}
