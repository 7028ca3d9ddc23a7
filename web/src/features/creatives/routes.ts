import type { FeatureRoute } from "../../data/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/favorite-creatives", screen: () => import("./favorite-creatives.tsx") },
  { path: "/banner-sets", screen: () => import("./banner-sets-page.tsx") },
];
