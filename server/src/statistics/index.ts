export { visibilityOfCampaigns } from "./campaign-visibility.ts";
export { statisticsJobs } from "./jobs.ts";
export type { CampaignFacts, ExternalReport, StatisticsSources } from "./report.ts";
export { endSharing } from "./report-link-sql.ts";
export { accountTimeZone, daysOf, reportPeriod } from "./report-period.ts";
export { statisticsRoutes } from "./routes.ts";
