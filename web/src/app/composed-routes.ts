import { createElement } from "react";
import type { FeatureRoute } from "../data/feature-route.ts";

/** The wizard lives in campaigns, its banner steps in creatives: they meet here, in one chunk. */
const wizard = async (startAt: "basic" | "template") => {
  const [{ CampaignWizard }, parts] = await Promise.all([
    import("../features/campaigns/index.ts"),
    import("../features/creatives/index.ts"),
  ]);
  return { default: () => createElement(CampaignWizard, { parts, startAt }) };
};

/** Screens made of parts of two features. */
export const composedRoutes: FeatureRoute[] = [
  { path: "/campaigns/:id", screen: () => wizard("basic") },
  { path: "/campaigns/:id/creatives", screen: () => wizard("template") },
];
