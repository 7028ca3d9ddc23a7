import { type ComponentType, createElement } from "react";
import { useParams } from "react-router";
import type { FeatureRoute } from "../api/feature-route.ts";
import { SkeletonRows } from "../ui/feedback/skeleton.tsx";
import { lazyPart } from "../ui/layout/lazy-part.tsx";

/** A part of a later step, which loads when the browser is idle or the step is opened. */
const later = <Props extends object>(fetch: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyPart(fetch, createElement(SkeletonRows, { rows: 8 }));

/** Composes the campaign wizard with the banner, video, audio and review steps of other modules. */
async function wizard(startAt: "basic" | "template") {
  const studio = () => import("../features/creatives/studio/index.ts");
  const videos = () => import("../features/creatives/video/index.ts");
  const spots = () => import("../features/creatives/audio/index.ts");
  const [{ CampaignWizard }, { PreviewLinkButton }, { CampaignReview }] = await Promise.all([
    import("../features/campaigns/wizard/index.ts"),
    import("../features/creatives/preview-link/index.ts"),
    import("../features/campaigns/review/index.ts"),
    startAt === "template" && studio(),
  ]);
  const parts = {
    PreviewLinkButton,
    CampaignReview,
    BannerGrid: later(async () => (await import("../features/creatives/index.ts")).BannerGrid),
    TemplateStep: later(async () => (await studio()).TemplateStep),
    StudioStep: later(async () => (await studio()).StudioStep),
    VideoStep: later(async () => (await videos()).VideoStep),
    VideoPreview: later(async () => (await videos()).VideoPreview),
    AudioStep: later(async () => (await spots()).AudioStep),
    CompanionStep: later(async () => (await spots()).CompanionStep),
    AudioPreview: later(async () => (await spots()).AudioPreview),
  };
  return { default: () => createElement(CampaignWizard, { parts, startAt }) };
}

/** Composes the page of a campaign with its figures. */
async function campaignReport() {
  const [{ CampaignReportPage }, reporting, { PreviewLinkDialog }] = await Promise.all([
    import("../features/campaigns/report/index.ts"),
    import("../features/reporting/index.ts"),
    import("../features/creatives/preview-link/index.ts"),
  ]);
  const { AlertsDialog, CampaignPanels, ShareCampaign } = reporting;
  const parts = { AlertsDialog, CampaignPanels, PreviewLinkDialog, ShareCampaign };
  return { default: () => createElement(CampaignReportPage, { parts }) };
}

/** Composes the bulk campaign wizard with the studio and the steps of videos and spots. */
async function bulkWizard(startAt: "basic" | "creatives") {
  const [{ BulkWizard }, { SharedStudio }, { VideoStep }, { AudioStep }] = await Promise.all([
    import("../features/campaigns/bulk/index.ts"),
    import("../features/creatives/studio/index.ts"),
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

const wizardTexts = ["campaigns", "creatives"] as const;
const bulkTexts = ["bulk", "campaigns", "creatives"] as const;

const campaignRoutes: FeatureRoute[] = [
  { path: "/campaigns/:id", texts: wizardTexts, screen: () => wizard("basic") },
  {
    path: "/campaigns/:id/report",
    texts: ["campaign-report", "campaigns", "conversions", "reporting"],
    screen: campaignReport,
  },
  { path: "/campaigns/:id/creatives", texts: wizardTexts, screen: () => wizard("template") },
];

/** Screens composed of several features. */
export const composedRoutes: FeatureRoute[] = [
  ...campaignRoutes,
  ...campaignRoutes.map((route) => ({ ...route, path: `/users/:uid${route.path}` })),
  { path: "/bulk-campaigns/:id", texts: bulkTexts, screen: () => bulkWizard("basic") },
  { path: "/bulk-campaigns/:id/creatives", texts: bulkTexts, screen: () => bulkWizard("creatives") },
  ...["create", ":uuid"].map((last) => ({
    path: `/creative-groups/${last}`,
    texts: ["library"] as const,
    screen: creativeGroup,
  })),
  { path: "/users/:uid/campaigns", texts: ["users-admin", "campaigns"], screen: userCampaigns },
  { path: "/users/:uid/reports", texts: ["users-admin", "reporting"], screen: userReports },
];
