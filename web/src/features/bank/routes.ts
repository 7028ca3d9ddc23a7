import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/admin/bank", screen: () => import("./bank-page.tsx").then((each) => ({ default: each.BankPage })) },
];
