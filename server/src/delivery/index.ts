export { clickTagPlaceholder } from "./ad-document.ts";
export { type AdFile, findAdFile, publishAdFile } from "./ad-file.ts";
export { type AdjustmentMinute, listAdjustments } from "./adjustment-recorder.ts";
export { type DeliveryStatus, listDeliveryStatus } from "./delivery-status.ts";
export { invalidReasons } from "./invalid-traffic.ts";
export { dataCentresBy, locateBy } from "./locate.ts";
export {
  type CampaignBudget,
  findCampaignBudget,
  publishCampaign,
  snapshotChannel,
  withdrawCampaign,
} from "./publish-campaign.ts";
export { remarketingTag } from "./remarketing-tag.ts";
export { removeOldDeliveryData } from "./remove-old-data.ts";
export { type SettledSpend, type SpendBatch, settleSpend } from "./settle-spend.ts";
export { type DeliveryOptions, type RunningDelivery, startDelivery } from "./start-delivery.ts";
