import type { Platform } from "@litfass/platform/platform";
import { silenceJobs } from "./diagnosis/watch-silence.ts";
import { tieOutJobs } from "./reconciliation/run-reconciliation.ts";
import type { StatisticsSources } from "./report.ts";
import { reportLinkJobs } from "./sharing/report-links.ts";
import { reportMailJobs } from "./sharing/report-mails.ts";

/** The room's work beside the calls. */
export function statisticsJobs(platform: Platform, sources: StatisticsSources): void {
  reportMailJobs(platform, sources);
  reportLinkJobs(platform);
  silenceJobs(platform);
  tieOutJobs(platform);
}
