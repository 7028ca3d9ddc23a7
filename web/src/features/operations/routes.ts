import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/operations/status",
    screen: () => import("./status-page.tsx").then((each) => ({ default: each.StatusPage })),
  },
];
