export { type FunnelCounter, funnelCounters, newFunnelCounts } from "./auction/funnel.ts";
export { evenDayMicros } from "./auction/pacing/day-share.ts";
export { maxAdjustments } from "./auction/pacing/pacing.ts";
export { matchTraffic, type Opportunity, type SeenRates, type TrafficMatch } from "./auction/purchasable-slots.ts";
export { type RegisteredBanner, registeredBanners } from "./openrtb/profiles/registered-banner.ts";
export { previewVast, previewWrapper } from "./openrtb/vast/preview-vast.ts";
export { withPlaceholder } from "./serving/ads/ad-document.ts";
export type { AdFile } from "./serving/ads/ad-file-cache.ts";
export { remarketingTag } from "./serving/ads/remarketing-tag.ts";
export { decryptPrice } from "./serving/clearing-price/encrypted-price.ts";
export { type Click, clickIds, testClickId, withClickId } from "./serving/conversions/click-id.ts";
export type { BidAnswer } from "./serving/metrics/bid-outcomes.ts";
export type { AdToken } from "./serving/tokens/ad-token.ts";
export { pageTokenReader } from "./serving/tokens/page-token-reader.ts";
export { signedPreviewUrl } from "./serving/tokens/preview-url.ts";
export { findHeldAdFile } from "./sync/ad-file-sql.ts";
export { type AdjustmentMinute, listAdjustments } from "./sync/adjustment-sql.ts";
export { listAppNames } from "./sync/apps/app-name-sql.ts";
export { addBidAnswers, listBidAnswers } from "./sync/bid-outcome-sql.ts";
export { recordConversion } from "./sync/conversions/conversion-sql.ts";
export { listApprovedCreatives } from "./sync/creatives/approved-creative-sql.ts";
export { addFunnel, type Funnel, findFunnel, listFunnels } from "./sync/funnel-sql.ts";
export { addPlacementTraffic, listChangedPlacements, listChangedSites, listSellers } from "./sync/placement-sql.ts";
export { hasRegistrableDomain, rootDomain } from "./sync/root-domain.ts";
export {
  addSellers,
  findSellerPolicy,
  listVerdicts,
  type SellerRow,
  sellerColumns,
  sellerFromRow,
} from "./sync/seller-sql.ts";
export { findSnapshot, listLiveSnapshots } from "./sync/snapshot-sql.ts";
export { readSeenRates, readTraffic, type TrafficSample } from "./sync/traffic-sql.ts";
