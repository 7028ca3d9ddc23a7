import { statisticsEndpoints as endpoints, isImpressionKey } from "@litfass/contract/reporting/statistics";
import { trafficReportEndpoints } from "@litfass/contract/reporting/traffic-report";
import type { EventNews } from "@litfass/events/index";
import { mount } from "@litfass/platform/http/mount";
import { invalid } from "@litfass/platform/problem";
import { spreadsheetType } from "@litfass/platform/spreadsheet/spreadsheet";
import type { FastifyInstance } from "fastify";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { deliveryRoutes } from "./diagnosis/delivery-routes.ts";
import { reportPdfRoutes } from "./document/report-pdf-routes.ts";
import { listReconciliations } from "./event-reconciliation/reconciliation-sql.ts";
import { combinedFile } from "./exports/combined-file.ts";
import { exportEvents } from "./exports/export-events.ts";
import { exportCsv, exportStatistics } from "./exports/export-statistics.ts";
import { statisticsTable } from "./exports/statistics-table.ts";
import { liveRoute } from "./live/live-route.ts";
import { marginRoutes } from "./margins/margin-routes.ts";
import { budgetsOf } from "./metrics/budgets.ts";
import { overviewRoutes } from "./overview/overview-routes.ts";
import { combine } from "./panels/combine.ts";
import { listFilterOptions, periodOf, showBreakdown, showChart, showTotals } from "./panels/show-figures.ts";
import { presentReconciliation, showPlayerErrors, showReach, showTraffic } from "./panels/show-traffic.ts";
import { openReport } from "./report.ts";
import { dayIn } from "./report-period.ts";
import type { ReportingRoutesContext } from "./reporting-context.ts";
import { sharingRoutes } from "./sharing/sharing-routes.ts";

const maxCampaignOptions = 500;

/** Mounts every call about figures and shared reports. */
export function statisticsRoutes(app: FastifyInstance, reporting: ReportingRoutesContext, news: EventNews): void {
  const { platform, sources, screenSources } = reporting;
  const { clickhouse, clock } = platform;
  const context = { clickhouse, clock, sources };
  const screens = { db: platform.db, clickhouse, clock, sources: screenSources };
  liveRoute(app, screenSources, news);
  deliveryRoutes(app, screens);
  overviewRoutes(app, screens);
  marginRoutes(app, { ...context, db: platform.db });
  sharingRoutes(app, reporting);
  alertRoutes(app, reporting);
  reportPdfRoutes(app, reporting);

  mount(app, endpoints.listStatisticCampaigns, async ({ caller, query }) => {
    const campaigns = await screenSources.campaignsFor(caller, { ...query, limit: maxCampaignOptions });
    const runs = await screenSources.runsOf(campaigns.map(({ id }) => id));
    const zone = await screenSources.timeZoneOf(caller);
    return campaigns.map(({ name, id, ownerUid }) => {
      const run = runs.get(id);
      return { text: name, value: id, owner_id: ownerUid, started_on: run ? dayIn(zone, run.fromAt) : null };
    });
  });
  mount(app, endpoints.showStatistics, async ({ caller, query }) => {
    const report = await openReport(context, caller, query);
    const totals = await showTotals(report);
    return query.source ? { ...totals, ...(await combine(context, report, caller, query)) } : totals;
  });
  mount(app, endpoints.showImpressionsClicksChart, async ({ caller, query }) =>
    showChart(await openReport(context, caller, query), ["impressions", "clicks"]),
  );
  mount(app, endpoints.showImpressionsChart, async ({ caller, query }) =>
    showChart(await openReport(context, caller, query), ["impressions"]),
  );
  mount(app, endpoints.showImpressionsBy, async ({ caller, params: { impressionKey }, query, lang }) => {
    if (!isImpressionKey(impressionKey)) throw invalid({ impressionKey: ["rule.oneOf"] });
    return showBreakdown(await openReport(context, caller, query), impressionKey, query.limit, lang);
  });
  mount(app, endpoints.listStatisticsTable, async ({ caller, query }) => {
    const report = await openReport(context, caller, query);
    return { ...(await statisticsTable(report, query)), ...periodOf(report) };
  });
  mount(app, endpoints.exportStatistics, async ({ caller, query, lang }) => {
    const report = await openReport(context, caller, query);
    if (query.source) {
      const combined = await combine(context, report, caller, query);
      const operator = platform.settings.current().brand.operator_name;
      return combinedFile(report, combined, { ...query, lang }, { workers: platform.workers.of(caller.uid), operator });
    }
    const filename = `statistics-${query.group_by}-${report.period.from}-${report.period.to}.${query.format}`;
    return query.format === "csv"
      ? { body: await exportCsv(report, query, lang), contentType: "text/csv; charset=utf-8", filename }
      : {
          body: await exportStatistics(report, query, lang, platform.workers.of(caller.uid)),
          contentType: spreadsheetType,
          filename,
        };
  });
  mount(app, endpoints.exportImpressionLog, async ({ caller, query }) => {
    const report = await openReport(context, caller, query);
    return {
      body: await exportEvents(platform.clickhouse, report),
      contentType: "text/csv; charset=utf-8",
      filename: `impressions-${report.period.from}-${report.period.to}.csv`,
    };
  });
  mount(app, endpoints.showStatisticBudgets, async ({ caller, query }) => {
    const report = await openReport(screens, caller, query);
    const currencies = await budgetsOf(report);
    return { ...currencies[0]!, ...periodOf(report), currencies };
  });
  mount(app, trafficReportEndpoints.showReach, async ({ caller, query }) =>
    showReach(await openReport(context, caller, query)),
  );
  mount(app, trafficReportEndpoints.showTraffic, async ({ caller, query }) =>
    showTraffic(await openReport(context, caller, query)),
  );
  mount(app, trafficReportEndpoints.showPlayerErrors, async ({ caller, query }) =>
    showPlayerErrors(await openReport(context, caller, query)),
  );
  mount(app, trafficReportEndpoints.listReconciliations, async () =>
    (await listReconciliations(platform.db, 30)).map(presentReconciliation),
  );
  mount(app, endpoints.listUrlFilters, async ({ caller, query: { search, ...filter }, lang }) =>
    listFilterOptions(await openReport(context, caller, { ...filter, sites: undefined }), "url", lang, search),
  );
  mount(app, endpoints.listRegionFilters, async ({ caller, query: { search, ...filter }, lang }) =>
    listFilterOptions(await openReport(context, caller, { ...filter, regions: undefined }), "region", lang, search),
  );
}
