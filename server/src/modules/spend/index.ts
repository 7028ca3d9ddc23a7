export { listCampaignMoney } from "./campaign-money-sql.ts";
export { listDeliveryStatus } from "./delivery-status-sql.ts";
export { listLiveSince } from "./live-campaigns-sql.ts";
export {
  findCampaignBudget,
  publishCampaign,
  withdrawCampaign,
} from "./publish-budget-sql.ts";
export { deliveryJobs } from "./remove-old-data.ts";
export { settleSpend } from "./settle-spend-sql.ts";
