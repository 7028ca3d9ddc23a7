import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/settings/operator",
    screen: () => import("./settings-page.tsx").then((each) => ({ default: each.SettingsPage })),
  },
  {
    path: "/settings/launch",
    screen: () => import("./launch-page.tsx").then((each) => ({ default: each.LaunchPage })),
  },
];
