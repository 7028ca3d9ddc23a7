export {
  type CampaignFacts,
  openReport,
  type Report,
  type StatisticsContext,
  type StatisticsSources,
} from "./report.ts";
export { statisticsRoutes } from "./routes.ts";
export { statisticsTable, type TableQuery } from "./statistics-table.ts";
