export { listCampaignMoney } from "./campaign-money.ts";
export { listDeliveryStatus } from "./delivery-status.ts";
export { listLiveSince } from "./live-campaigns.ts";
export {
  findCampaignBudget,
  publishCampaign,
  withdrawCampaign,
} from "./publish-budget.ts";
export { deliveryJobs } from "./remove-old-data.ts";
export { settleSpend } from "./settle-spend.ts";
