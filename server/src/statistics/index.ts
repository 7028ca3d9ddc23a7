export { visibilityOfCampaigns } from "./campaign-visibility.ts";
export { campaignsDelivering, deliveryOfDay } from "./delivering-sql.ts";
export { statisticsJobs } from "./jobs.ts";
export type { CampaignFacts, ExternalReport, StatisticsSources } from "./report.ts";
export { endSharing } from "./report-link-sql.ts";
export { accountTimeZone, daysOf, reportPeriod } from "./report-period.ts";
export { statisticsRoutes } from "./routes.ts";
export { runTieOut } from "./run-tie-out.ts";
