import { bankEndpoints } from "./bank/bank-files.ts";
import { billingEndpoints } from "./billing/billing.ts";
import { bulkCampaignEndpoints } from "./campaigns/bulk-campaigns.ts";
import { campaignBudgetEndpoints } from "./campaigns/campaign-budget.ts";
import { campaignFeedEndpoints } from "./campaigns/campaign-feed.ts";
import { campaignHistoryEndpoints } from "./campaigns/campaign-history.ts";
import { campaignOptionEndpoints } from "./campaigns/campaign-options.ts";
import { campaignSuggestionEndpoints } from "./campaigns/campaign-suggestions.ts";
import { campaignTemplateEndpoints } from "./campaigns/campaign-templates.ts";
import { campaignEndpoints } from "./campaigns/campaigns.ts";
import { changePreviewEndpoints } from "./campaigns/change-preview.ts";
import { conversionTrackingEndpoints } from "./campaigns/conversion-tracking.ts";
import { forecastEndpoints } from "./campaigns/forecast.ts";
import { reviewEndpoints } from "./campaigns/review.ts";
import { connectionEndpoints } from "./connections/connections.ts";
import { googleAdsEndpoints } from "./connections/google-ads.ts";
import { googleAnalyticsEndpoints } from "./connections/google-analytics.ts";
import { audioEndpoints } from "./creatives/audio.ts";
import { bannerSetEndpoints } from "./creatives/banner-sets.ts";
import { brandKitEndpoints } from "./creatives/brand-kit.ts";
import { creativeEndpoints } from "./creatives/creatives.ts";
import { libraryCreativeEndpoints } from "./creatives/library-creatives.ts";
import { libraryGroupEndpoints } from "./creatives/library-groups.ts";
import { ownBannerEndpoints } from "./creatives/own-banners.ts";
import { previewLinkEndpoints } from "./creatives/preview-links.ts";
import { vastTagEndpoints } from "./creatives/vast-tags.ts";
import { mediaEndpoints } from "./creatives/video-conversions.ts";
import { identityEndpoints } from "./identity/identity.ts";
import { ownAccountEndpoints } from "./identity/own-account.ts";
import { secondFactorEndpoints } from "./identity/second-factor.ts";
import { auditEndpoints } from "./kernel/audit.ts";
import { launchChecklistEndpoints } from "./operations/launch-checklist.ts";
import { operationEndpoints } from "./operations/operations.ts";
import { siteEndpoints } from "./operations/site.ts";
import { statusEndpoints } from "./operations/status.ts";
import { workListEndpoints } from "./operations/work-list.ts";
import { placementEndpoints } from "./publishers/placements.ts";
import { publisherPayoutEndpoints } from "./publishers/publisher-payouts.ts";
import { publisherReportEndpoints } from "./publishers/publisher-report.ts";
import { publisherSiteEndpoints } from "./publishers/publisher-sites.ts";
import { publisherStatementEndpoints } from "./publishers/publisher-statements.ts";
import { publisherEndpoints } from "./publishers/publishers.ts";
import { alertEndpoints } from "./reporting/alerts.ts";
import { campaignOverviewEndpoints } from "./reporting/campaign-overview.ts";
import { deliveryReportEndpoints } from "./reporting/delivery-report.ts";
import { marginEndpoints } from "./reporting/margins.ts";
import { reportPdfEndpoints } from "./reporting/report-pdf.ts";
import { reportSharingEndpoints } from "./reporting/report-sharing.ts";
import { spendBreakdownEndpoints } from "./reporting/spend-breakdown.ts";
import { statisticsEndpoints } from "./reporting/statistics.ts";
import { trafficReportEndpoints } from "./reporting/traffic-report.ts";
import { operatorSettingsEndpoints } from "./settings/settings-endpoints.ts";
import { frontendEndpoints } from "./site/frontend.ts";
import { creativeRegistrationEndpoints } from "./supply/creative-registrations.ts";
import { dealEndpoints } from "./supply/deals.ts";
import { exchangeInvoiceEndpoints } from "./supply/exchange-invoices.ts";
import { exchangeEndpoints } from "./supply/exchanges.ts";
import { sellerEndpoints } from "./supply/sellers.ts";
import { audienceEndpoints } from "./targeting/audiences.ts";
import { siteRuleEndpoints } from "./targeting/site-rules.ts";
import { adReportEndpoints } from "./transparency/ad-reports.ts";
import { companyRegisterEndpoints } from "./users/company-register.ts";
import { userAccountEndpoints } from "./users/user-accounts.ts";
import { userEndpoints } from "./users/users.ts";

/** Every endpoint of the API by name, for the server, the client and the document. */
export const endpoints = {
  ...siteEndpoints,
  ...frontendEndpoints,
  ...identityEndpoints,
  ...secondFactorEndpoints,
  ...ownAccountEndpoints,
  ...userEndpoints,
  ...companyRegisterEndpoints,
  ...userAccountEndpoints,
  ...auditEndpoints,
  ...campaignEndpoints,
  ...campaignBudgetEndpoints,
  ...conversionTrackingEndpoints,
  ...campaignHistoryEndpoints,
  ...changePreviewEndpoints,
  ...campaignSuggestionEndpoints,
  ...campaignOptionEndpoints,
  ...campaignFeedEndpoints,
  ...campaignTemplateEndpoints,
  ...bulkCampaignEndpoints,
  ...audienceEndpoints,
  ...siteRuleEndpoints,
  ...forecastEndpoints,
  ...creativeEndpoints,
  ...libraryGroupEndpoints,
  ...libraryCreativeEndpoints,
  ...bannerSetEndpoints,
  ...ownBannerEndpoints,
  ...brandKitEndpoints,
  ...audioEndpoints,
  ...vastTagEndpoints,
  ...previewLinkEndpoints,
  ...mediaEndpoints,
  ...reviewEndpoints,
  ...adReportEndpoints,
  ...billingEndpoints,
  ...statisticsEndpoints,
  ...campaignOverviewEndpoints,
  ...deliveryReportEndpoints,
  ...trafficReportEndpoints,
  ...marginEndpoints,
  ...spendBreakdownEndpoints,
  ...reportSharingEndpoints,
  ...alertEndpoints,
  ...reportPdfEndpoints,
  ...sellerEndpoints,
  ...creativeRegistrationEndpoints,
  ...exchangeEndpoints,
  ...exchangeInvoiceEndpoints,
  ...dealEndpoints,
  ...publisherEndpoints,
  ...publisherSiteEndpoints,
  ...placementEndpoints,
  ...publisherReportEndpoints,
  ...publisherStatementEndpoints,
  ...publisherPayoutEndpoints,
  ...bankEndpoints,
  ...connectionEndpoints,
  ...googleAdsEndpoints,
  ...googleAnalyticsEndpoints,
  ...operationEndpoints,
  ...workListEndpoints,
  ...launchChecklistEndpoints,
  ...statusEndpoints,
  ...operatorSettingsEndpoints,
};
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
