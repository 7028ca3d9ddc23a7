export { type CampaignMoney, listCampaignMoney } from "../../server/src/modules/spend/campaign-money.ts";
export { type DeliveryStatus, listDeliveryStatus } from "../../server/src/modules/spend/delivery-status.ts";
export { type LiveCampaign, listLiveSince } from "../../server/src/modules/spend/live-campaigns.ts";
export {
  type CampaignBudget,
  findCampaignBudget,
  publishCampaign,
  withdrawCampaign,
} from "../../server/src/modules/spend/publish-budget.ts";
export { deliveryJobs } from "../../server/src/modules/spend/remove-old-data.ts";
export { type SettledSpend, type SpendBatch, settleSpend } from "../../server/src/modules/spend/settle-spend.ts";
export { type FunnelCounter, funnelCounters, newFunnelCounts } from "./auction/funnel.ts";
export { matchTraffic, type Opportunity, type TrafficMatch } from "./auction/match-traffic.ts";
export { mostAdjustments } from "./auction/pacing/pacing.ts";
export { dataCentresBy, locateBy } from "./geo/locate.ts";
export { parseTraffic } from "./openrtb/request/parse-traffic.ts";
export { previewVast } from "./openrtb/vast/preview-vast.ts";
export { type AdFile, findHeldAdFile, publishAdFile, releaseAdFiles } from "./serving/ads/ad-file.ts";
export { remarketingTag } from "./serving/ads/remarketing-tag.ts";
export type { BidAnswer } from "./serving/metrics/bid-outcomes.ts";
export { lookAddress } from "./serving/tokens/preview-url.ts";
export { type DeliveryOptions, type RunningDelivery, startDelivery } from "./start-ad-server.ts";
export { type AdjustmentMinute, listAdjustments } from "./sync/adjustment-recorder.ts";
export { addBidAnswers, listBidAnswers } from "./sync/bid-outcome-sql.ts";
export { addFunnel, type Funnel, findFunnel } from "./sync/funnel-sql.ts";
export { readTraffic, type TrafficSample } from "./sync/traffic-sql.ts";
