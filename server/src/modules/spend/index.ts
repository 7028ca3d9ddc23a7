export { addCounts, type CampaignCounts, fillCounters, listUnfilledCounters } from "./campaign-counters-sql.ts";
export { campaignMoney, settledSpend } from "./campaign-money-sql.ts";
export { listDeliveryStatus } from "./delivery-status-sql.ts";
export { listLiveSince } from "./live-campaigns-sql.ts";
export {
  type CampaignBudget,
  findCampaignBudget,
  lockCampaignBudget,
  publishCampaign,
  setCampaignBudget,
  withdrawCampaign,
} from "./publish-budget-sql.ts";
export { leaseJobs, releaseLeases } from "./release-leases.ts";
export { deliveryJobs } from "./remove-old-delivery-data.ts";
export { settleSpend } from "./settle-spend-sql.ts";
