import type { FeatureRoute } from "../../app/feature-routes.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/dashboard",
    screen: () => import("./dashboard-page.tsx").then((each) => ({ default: each.DashboardPage })),
  },
];
