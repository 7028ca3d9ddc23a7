import { audienceEndpoints } from "./audiences.ts";
import { auditEndpoints } from "./audit.ts";
import { bannerSetEndpoints } from "./banner-sets.ts";
import { billingEndpoints } from "./billing.ts";
import { brandKitEndpoints } from "./brand-kit.ts";
import { bulkCampaignEndpoints } from "./bulk-campaigns.ts";
import { campaignFeedEndpoints } from "./campaign-feed.ts";
import { campaignTemplateEndpoints } from "./campaign-templates.ts";
import { campaignEndpoints } from "./campaigns.ts";
import { connectionEndpoints } from "./connections.ts";
import { creativeEndpoints } from "./creatives.ts";
import { creativeAdminEndpoints } from "./creatives-admin.ts";
import { deliveryReportEndpoints } from "./delivery-report.ts";
import { forecastEndpoints } from "./forecast.ts";
import { googleAdsEndpoints } from "./google-ads.ts";
import { googleAnalyticsEndpoints } from "./google-analytics.ts";
import { identityEndpoints } from "./identity.ts";
import { mediaEndpoints } from "./media.ts";
import { operationEndpoints } from "./operations.ts";
import { ownAccountEndpoints } from "./own-account.ts";
import { ownBannerEndpoints } from "./own-banners.ts";
import { reportSharingEndpoints } from "./report-sharing.ts";
import { reviewEndpoints } from "./review.ts";
import { secondFactorEndpoints } from "./second-factor.ts";
import { sellerEndpoints } from "./sellers.ts";
import { siteEndpoints } from "./site.ts";
import { siteRuleEndpoints } from "./site-rules.ts";
import { statisticsEndpoints } from "./statistics.ts";
import { trafficReportEndpoints } from "./traffic-report.ts";
import { userEndpoints } from "./users.ts";
import { userAdminEndpoints } from "./users-admin.ts";

/** Every endpoint of the API by name: the server mounts them, the client calls them, the document lists them. */
export const endpoints = {
  ...siteEndpoints,
  ...identityEndpoints,
  ...secondFactorEndpoints,
  ...ownAccountEndpoints,
  ...userEndpoints,
  ...userAdminEndpoints,
  ...auditEndpoints,
  ...campaignEndpoints,
  ...campaignFeedEndpoints,
  ...campaignTemplateEndpoints,
  ...bulkCampaignEndpoints,
  ...audienceEndpoints,
  ...siteRuleEndpoints,
  ...forecastEndpoints,
  ...creativeEndpoints,
  ...creativeAdminEndpoints,
  ...bannerSetEndpoints,
  ...ownBannerEndpoints,
  ...brandKitEndpoints,
  ...mediaEndpoints,
  ...reviewEndpoints,
  ...billingEndpoints,
  ...statisticsEndpoints,
  ...deliveryReportEndpoints,
  ...trafficReportEndpoints,
  ...reportSharingEndpoints,
  ...sellerEndpoints,
  ...connectionEndpoints,
  ...googleAdsEndpoints,
  ...googleAnalyticsEndpoints,
  ...operationEndpoints,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
