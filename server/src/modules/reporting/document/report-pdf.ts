import type { Caller } from "@litfass/contract/kernel/roles";
import type { StatisticsFilter } from "@litfass/contract/reporting/statistics";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import { notFound } from "@litfass/platform/problem";
import { renderInWorker } from "@litfass/platform/worker/render-in-worker";
import type { ReportingContext } from "../reporting-context.ts";
import { type Contents, collectReport } from "./collect-report.ts";

export const pdfType = "application/pdf";

const drawing = new URL("./draw-report-task.ts", import.meta.url);

/**
 * The report of a filter as a PDF, rendered in a worker thread.
 * @throws 404 if a campaign that `mustExist` is not within the caller's reach, 429 while too many files are rendered
 */
export async function reportPdf(
  context: ReportingContext,
  caller: Caller,
  filter: StatisticsFilter,
  { mustExist = false, ...contents }: Contents & { mustExist?: boolean },
): Promise<FileAnswer & { body: Buffer }> {
  const report = await collectReport(context, caller, filter, contents);
  if (mustExist && report.totals.campaigns === 0) throw notFound();
  const { from, to } = report.period;
  const body = await renderInWorker(context.platform.workers.of(caller.uid), drawing, report);
  return { body, contentType: pdfType, filename: `report-${from}-${to}.pdf` };
}
