export { CampaignWizard } from "./campaign-wizard.tsx";
export { CampaignsPage } from "./campaigns-page.tsx";
export { CreateCampaignPage } from "./create-campaign-page.tsx";
