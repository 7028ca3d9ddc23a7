import { endpoints } from "@litfass/contract/index";
import { metaOf } from "@litfass/contract/kernel/paging";
import { maxWorkCount } from "@litfass/contract/operations/work-kinds";
import type { HttpServices } from "@litfass/platform/http/http-services";
import { mount } from "@litfass/platform/http/mount";
import { mountCommand } from "@litfass/platform/http/mount-command";
import type { Platform } from "@litfass/platform/platform";
import type { FastifyInstance } from "fastify";
import { decideAdReport } from "./reports/decide-report.ts";
import { presentReports } from "./reports/present-reports.ts";
import { type ReportMailJob, reportMailJob } from "./reports/report-mail-job.ts";
import { mailReport } from "./reports/report-mails.ts";
import { listAdReportRows, waitingAdReports } from "./reports/report-sql.ts";
import { deleteOldReports } from "./reports/submit-report.ts";

const cleanUpJob = "transparency.delete-old-reports";

/** The staff's queue of reported ads. */
export function transparencyRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, endpoints.listAdReports, async ({ query }) => {
    const { rows, total } = await listAdReportRows(db, query);
    return {
      data: await presentReports(db, rows),
      meta: metaOf(query.page, query.per_page, total),
      waiting: (await waitingAdReports(db, maxWorkCount)).count,
    };
  });
  mountCommand(app, endpoints.closeAdReport, decideAdReport, ({ params, body }) => ({
    id: params.adReport,
    decision: { kind: "dismiss" as const, ...body },
  }));
  mountCommand(app, endpoints.sendAdReportQuestion, decideAdReport, ({ params, body }) => ({
    id: params.adReport,
    decision: { kind: "ask" as const, ...body },
  }));
  mountCommand(app, endpoints.stopReportedAds, decideAdReport, ({ params, body }) => ({
    id: params.adReport,
    decision: { kind: "restrict" as const, ...body },
  }));
  transparencyJobs(app.services);
}

function transparencyJobs({ platform, execute }: Pick<HttpServices, "platform" | "execute">): void {
  const { jobs } = platform;
  jobs.work<ReportMailJob>(reportMailJob, (job) => mailReport(platform, job));
  jobs.work(cleanUpJob, async () => {
    await execute(deleteOldReports, { actor: { kind: "job", name: cleanUpJob }, input: undefined, lang: "en" });
  });
  jobs.schedule(cleanUpJob, "29 3 * * *");
}
