import { createElement } from "react";
import type { FeatureRoute } from "../data/feature-route.ts";

/** The wizard lives in campaigns, its banner steps in creatives: they meet here. */
async function wizard(startAt: "basic" | "template") {
  const { CampaignWizard } = await import("../features/campaigns/index.ts");
  const { BannerWall, StudioStep, TemplateStep } = await import("../features/creatives/index.ts");
  const parts = { BannerWall, StudioStep, TemplateStep };
  return { default: () => createElement(CampaignWizard, { parts, startAt }) };
}

/** Screens made of parts of two features. */
export const composedRoutes: FeatureRoute[] = [
  { path: "/campaigns/:id", screen: () => wizard("basic") },
  { path: "/campaigns/:id/creatives", screen: () => wizard("template") },
];
