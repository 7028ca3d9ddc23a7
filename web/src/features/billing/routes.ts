import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/invoices", screen: () => import("./billing-page.tsx").then((each) => ({ default: each.BillingPage })) },
];
