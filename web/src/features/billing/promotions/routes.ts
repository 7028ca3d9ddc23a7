import type { FeatureRoute } from "../../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/admin/promotion-codes",
    screen: () => import("./promotion-codes-page.tsx").then((each) => ({ default: each.PromotionCodesPage })),
  },
];
