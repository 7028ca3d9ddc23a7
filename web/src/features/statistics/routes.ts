import type { FeatureRoute } from "../../data/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/dashboard",
    screen: () => import("./dashboard-page.tsx").then((each) => ({ default: each.DashboardPage })),
  },
];
