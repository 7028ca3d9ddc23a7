/** The campaigns room as other rooms and the processes see it. */
export { activateCampaign } from "./activate-campaign.ts";
export { countUnsettled, listForReports, startedBudgets } from "./campaign-sql.ts";
export { changeCampaign } from "./change-campaign.ts";
export { chooseCampaignCreatives, setCampaignGroup } from "./choose-creatives.ts";
export { createCampaign } from "./create-campaign.ts";
export { creditGuarantees } from "./credit-guarantees.ts";
export { closeCampaigns } from "./end-campaign.ts";
export { warmGazetteer } from "./gazetteer.ts";
export { getCampaign, getCampaignForChange } from "./get-campaign.ts";
export { importAudiences } from "./import-audiences.ts";
export { campaignJobs } from "./jobs.ts";
export { centreOf } from "./place-centre.ts";
export { reviewRoutes } from "./review-routes.ts";
export { savePolicy as saveReviewPolicy } from "./review-sql.ts";
export { campaignRoutes } from "./routes.ts";
export { campaigns } from "./tables.ts";
