import type { FeatureRoute } from "../../app/feature-routes.ts";

export const routes: FeatureRoute[] = [
  { path: "/invoices", screen: () => import("./billing-page.tsx").then((each) => ({ default: each.BillingPage })) },
];
