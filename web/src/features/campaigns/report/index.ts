/** Composed by the app with the figures of the campaign. */
export { CampaignReportPage } from "./campaign-report-page.tsx";
