/** What the app composes with the banner steps of the creatives feature. */
export { type BannerParts, CampaignWizard } from "./campaign-wizard.tsx";
