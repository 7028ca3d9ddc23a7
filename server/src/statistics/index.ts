export { visibilityOfCampaigns } from "./campaign-visibility.ts";
export { statisticsJobs } from "./jobs.ts";
export type { CampaignFacts, StatisticsSources } from "./report.ts";
export { statisticsRoutes } from "./routes.ts";
