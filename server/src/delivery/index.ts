export { type AdFile, findHeldAdFile, publishAdFile, releaseAdFiles } from "./ad-file.ts";
export { type AdjustmentMinute, listAdjustments } from "./adjustment-recorder.ts";
export { addBidAnswers, listBidAnswers } from "./bid-answer-sql.ts";
export type { BidAnswer } from "./bid-answers.ts";
export { type CampaignMoney, listCampaignMoney } from "./campaign-money.ts";
export { type DeliveryStatus, listDeliveryStatus } from "./delivery-status.ts";
export { type FunnelCounter, funnelCounters, newFunnelCounts } from "./funnel.ts";
export { addFunnel, type Funnel, findFunnel } from "./funnel-sql.ts";
export { type LiveCampaign, listLiveSince } from "./live-campaigns.ts";
export { dataCentresBy, locateBy } from "./locate.ts";
export { lookAddress } from "./look-address.ts";
export { matchTraffic, type Opportunity, type TrafficMatch } from "./match-traffic.ts";
export { mostAdjustments } from "./pacing.ts";
export { parseTraffic } from "./parse-traffic.ts";
export { previewVast } from "./preview-vast.ts";
export {
  type CampaignBudget,
  findCampaignBudget,
  publishCampaign,
  withdrawCampaign,
} from "./publish-campaign.ts";
export { remarketingTag } from "./remarketing-tag.ts";
export { deliveryJobs } from "./remove-old-data.ts";
export { type SettledSpend, type SpendBatch, settleSpend } from "./settle-spend.ts";
export { type DeliveryOptions, type RunningDelivery, startDelivery } from "./start-delivery.ts";
export { readTraffic, type TrafficSample } from "./traffic-sql.ts";
