/** The campaigns room as other rooms and the processes see it. */

export { importAudiences } from "./audiences/import-audiences.ts";
export { createPattern, startFromPattern } from "./bulk/pattern.ts";
export { countUnsettled, listForReports, startedBudgets } from "./campaign-sql.ts";
export { checkFeed } from "./feed/check-feed.ts";
export { getCampaign, getCampaignForChange } from "./get-campaign.ts";
export { campaignJobs } from "./jobs.ts";
export { activateCampaign } from "./lifecycle/activate-campaign.ts";
export { type ActiveCampaign, listActiveCampaigns } from "./lifecycle/active-campaigns-sql.ts";
export { closeCampaigns } from "./lifecycle/end-campaign.ts";
export { NotReady, type PlannedCampaign, readinessOfPlans } from "./lifecycle/plan-readiness.ts";
export { reviewRoutes } from "./review/review-routes.ts";
export { savePolicy as saveReviewPolicy } from "./review/review-sql.ts";
export { campaignRoutes } from "./routes.ts";
export { changeCampaign } from "./settings/change-campaign.ts";
export { chooseCampaignCreatives, setCampaignGroup } from "./settings/choose-creatives.ts";
export { createCampaign } from "./settings/create-campaign.ts";
export { campaigns } from "./tables.ts";
