import { createElement } from "react";
import { useParams } from "react-router";
import type { FeatureRoute } from "../api/feature-route.ts";

/** Composes the campaign wizard with the banner, video, audio and review steps of other modules. */
async function wizard(startAt: "basic" | "template") {
  const { CampaignWizard } = await import("../features/campaigns/index.ts");
  const { BannerGrid, PreviewLinkButton, StudioStep, TemplateStep } = await import("../features/creatives/index.ts");
  const { VideoPreview, VideoStep } = await import("../features/creatives/video/index.ts");
  const { AudioPreview, AudioStep, CompanionStep } = await import("../features/creatives/audio/index.ts");
  const { CampaignReview } = await import("../features/campaigns/review/index.ts");
  const audio = { AudioPreview, AudioStep, CompanionStep };
  const banners = { BannerGrid, PreviewLinkButton, StudioStep, TemplateStep };
  const parts = { ...banners, CampaignReview, VideoPreview, VideoStep, ...audio };
  return { default: () => createElement(CampaignWizard, { parts, startAt }) };
}

/** Composes the page of a campaign with its figures. */
async function campaignReport() {
  const [{ CampaignReportPage }, reporting, { PreviewLinkDialog }] = await Promise.all([
    import("../features/campaigns/index.ts"),
    import("../features/reporting/index.ts"),
    import("../features/creatives/index.ts"),
  ]);
  const { AlertsDialog, CampaignPanels, ShareCampaign } = reporting;
  const parts = { AlertsDialog, CampaignPanels, PreviewLinkDialog, ShareCampaign };
  return { default: () => createElement(CampaignReportPage, { parts }) };
}

/** Composes the bulk campaign wizard with the studio and the steps of videos and spots. */
async function bulkWizard(startAt: "basic" | "creatives") {
  const [{ BulkWizard }, { SharedStudio }, { VideoStep }, { AudioStep }] = await Promise.all([
    import("../features/campaigns/index.ts"),
    import("../features/creatives/index.ts"),
    import("../features/creatives/video/index.ts"),
    import("../features/creatives/audio/index.ts"),
  ]);
  return { default: () => createElement(BulkWizard, { parts: { SharedStudio, VideoStep, AudioStep }, startAt }) };
}

/** One user's campaigns, below the frame of the users feature. */
const userCampaigns = async () => {
  const [{ UserFrame }, { UserCampaigns }] = await Promise.all([
    import("../features/users/index.ts"),
    import("../features/campaigns/index.ts"),
  ]);
  return { default: () => createElement(UserFrame, null, createElement(UserCampaigns)) };
};

/** The dashboard of one user, below the same frame. */
const userReports = async () => {
  const [{ UserFrame }, { DashboardPage }] = await Promise.all([
    import("../features/users/index.ts"),
    import("../features/reporting/index.ts"),
  ]);
  const UserReports = () => {
    const { uid = "" } = useParams();
    return createElement(UserFrame, null, createElement(DashboardPage, { owner: uid }));
  };
  return { default: UserReports };
};

/** Composes the template editor with the studio's banner preview. */
const creativeGroup = async () => {
  const [{ GroupPage }, { BannerRows }] = await Promise.all([
    import("../features/creatives/library/index.ts"),
    import("../features/creatives/index.ts"),
  ]);
  return { default: () => createElement(GroupPage, { parts: { BannerRows } }) };
};

/** Screens composed of several features. */
export const composedRoutes: FeatureRoute[] = [
  { path: "/campaigns/:id", screen: () => wizard("basic") },
  { path: "/campaigns/:id/report", screen: campaignReport },
  { path: "/campaigns/:id/creatives", screen: () => wizard("template") },
  { path: "/bulk-campaigns/:id", screen: () => bulkWizard("basic") },
  { path: "/bulk-campaigns/:id/creatives", screen: () => bulkWizard("creatives") },
  { path: "/creative-groups/create", screen: creativeGroup },
  { path: "/creative-groups/:uuid", screen: creativeGroup },
  { path: "/users/:uid/campaigns", screen: userCampaigns },
  { path: "/users/:uid/campaigns/:id", screen: () => wizard("basic") },
  { path: "/users/:uid/campaigns/:id/report", screen: campaignReport },
  { path: "/users/:uid/campaigns/:id/creatives", screen: () => wizard("template") },
  { path: "/users/:uid/reports", screen: userReports },
];
