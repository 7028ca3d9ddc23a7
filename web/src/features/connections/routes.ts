import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/integrations",
    screen: () => import("./integrations-page.tsx").then((each) => ({ default: each.IntegrationsPage })),
  },
  {
    path: "/google-analytics",
    screen: () => import("./analytics-page.tsx").then((each) => ({ default: each.AnalyticsPage })),
  },
  {
    path: "/google-ads",
    screen: () => import("./google-ads-page.tsx").then((each) => ({ default: each.GoogleAdsPage })),
  },
];
