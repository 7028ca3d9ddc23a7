import { alertJobs } from "./alerts/alert-mail.ts";
import { counterJobs } from "./counters/fill-counters.ts";
import { silenceJobs } from "./diagnosis/watch-silence.ts";
import { reconciliationJobs } from "./event-reconciliation/run-reconciliation.ts";
import type { ReportingContext } from "./reporting-context.ts";
import { reportLinkJobs } from "./sharing/report-links.ts";
import { reportMailJobs } from "./sharing/report-mails.ts";

/** The module's background jobs. */
export function statisticsJobs(context: ReportingContext): void {
  reportMailJobs(context);
  reportLinkJobs(context);
  silenceJobs(context);
  reconciliationJobs(context);
  counterJobs(context);
  alertJobs(context);
}
