/** What the app composes with the banner steps of the creatives feature, and with the frame of the users feature. */
export { BulkWizard } from "./bulk/bulk-wizard.tsx";
export { UserCampaigns } from "./user-campaigns.tsx";
export { CampaignWizard } from "./wizard/campaign-wizard.tsx";
