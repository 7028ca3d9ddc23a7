/** Composed by the app with the steps of banners, videos and spots. */
export { CampaignWizard } from "./campaign-wizard.tsx";
