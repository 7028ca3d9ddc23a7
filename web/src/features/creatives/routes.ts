import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/favorite-creatives", screen: () => import("./favorite-creatives.tsx") },
  { path: "/banner-sets", screen: () => import("./banner-sets/banner-sets-page.tsx") },
];
