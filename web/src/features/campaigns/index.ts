/** What the app composes with the banner steps of the creatives feature. */
export { CampaignWizard } from "./campaign-wizard.tsx";
