/** Composed by the app with the creatives steps and the users frame. */
export { BulkWizard } from "./bulk/bulk-wizard.tsx";
export { CampaignReportPage } from "./report/campaign-report-page.tsx";
export { UserCampaigns } from "./user-campaigns.tsx";
export { CampaignWizard } from "./wizard/campaign-wizard.tsx";
