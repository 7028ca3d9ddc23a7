export { reportingCommands } from "./commands.ts";
export { campaignsDelivering, deliveryOfDay } from "./diagnosis/delivering-sql.ts";
export { statisticsJobs } from "./jobs.ts";
export { viewabilityOfCampaigns } from "./metrics/campaign-viewability.ts";
export { runReconciliation } from "./reconciliation/run-reconciliation.ts";
export type { CampaignFacts, ExternalReport, StatisticsSources } from "./report.ts";
export { accountTimeZone, daysOf, reportPeriod } from "./report-period.ts";
export { statisticsRoutes } from "./routes.ts";
export { endSharing } from "./sharing/report-link-sql.ts";
