/** Composed by the app: one customer's report below the users frame, and the figures of a campaign on its page. */
export { AlertsDialog } from "./alerts/lazy-alerts.ts";
export { CampaignPanels } from "./campaign-report/campaign-panels.tsx";
export { ShareCampaign } from "./campaign-report/share-campaign.tsx";
export { DashboardPage } from "./dashboard-page.tsx";
