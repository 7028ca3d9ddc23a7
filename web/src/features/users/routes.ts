import type { FeatureRoute } from "../../data/feature-route.ts";

export const routes: FeatureRoute[] = [{ path: "/account", screen: () => import("./account.tsx") }];
