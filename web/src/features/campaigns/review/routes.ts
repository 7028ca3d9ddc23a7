import type { FeatureRoute } from "../../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/creative-review",
    screen: () => import("./review-page.tsx").then((each) => ({ default: each.ReviewPage })),
  },
  {
    path: "/ad-reports",
    screen: () => import("../ad-reports/ad-reports-page.tsx").then((each) => ({ default: each.AdReportsPage })),
  },
];
