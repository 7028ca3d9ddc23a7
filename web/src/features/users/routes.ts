import type { FeatureRoute } from "../../app/feature-routes.ts";

export const routes: FeatureRoute[] = [{ path: "/account", screen: () => import("./account.tsx") }];
