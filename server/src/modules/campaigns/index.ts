/** Public interface of the campaigns module. */

export {
  createBulkTemplate,
  startFromBulkTemplate,
} from "./bulk-template.ts";
export { campaignCountsOf, hasNoCampaign } from "./campaign-owners-sql.ts";
export { changeDraftCurrency, listForReports } from "./campaign-sql.ts";
export { campaignCommands } from "./commands.ts";
export { changeConversionTracking } from "./conversion-tracking/change-conversion-tracking.ts";
export { sumConversions } from "./conversion-tracking/conversion-sql.ts";
export { destinationIssue } from "./destination.ts";
export { checkFeed } from "./feed/check-feed.ts";
export { forecastPlace } from "./forecast/forecast-place.ts";
export { createTrafficSource } from "./forecast/traffic-source.ts";
export { getCampaign, getCampaignForChange } from "./get-campaign.ts";
export { auditCampaign } from "./history/audit-campaign.ts";
export { recordContent } from "./history/record-content.ts";
export { campaignJobs } from "./jobs.ts";
export { checkLandingNow } from "./landing/check-landings.ts";
export { activateCampaign } from "./lifecycle/activate-campaign.ts";
export { type ActiveCampaign, listActiveCampaigns } from "./lifecycle/active-campaigns-sql.ts";
export { listRuns } from "./lifecycle/campaign-runs-sql.ts";
export { closeCampaigns } from "./lifecycle/close-campaigns.ts";
export { countUnsettled, startedBudgets } from "./lifecycle/closing-sql.ts";
export { NotReady, type PlannedCampaign, readinessOfPlans } from "./lifecycle/plan-readiness.ts";
export { selectingCampaigns } from "./lifecycle/selecting-campaigns.ts";
export { previewedCampaign } from "./previewed-campaign.ts";
export { reviewRunningCampaigns } from "./review/account-line.ts";
export { submittedUrl } from "./review/present-review.ts";
export { reviewRoutes } from "./review/routes.ts";
export { waitingReviews } from "./review/waiting-reviews-sql.ts";
export { withdrawApproval } from "./review/withdraw-approval.ts";
export { campaignRoutes } from "./routes.ts";
export type { CommandRunner } from "./run-as-job.ts";
export { applyChange, changeCampaign } from "./settings/change-campaign.ts";
export { setCampaignGroup } from "./settings/choose-creatives.ts";
export { createCampaign } from "./settings/create-campaign.ts";
export { campaigns } from "./tables.ts";
