import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/dashboard",
    screen: () => import("./dashboard-page.tsx").then((each) => ({ default: each.DashboardPage })),
  },
  {
    path: "/reports/stop",
    frame: "open",
    screen: () => import("./sharing/stop-report-page.tsx").then((each) => ({ default: each.StopReportPage })),
  },
  {
    path: "/reports/:token",
    frame: "open",
    screen: () => import("./sharing/shared-report-page.tsx").then((each) => ({ default: each.SharedReportPage })),
  },
];
