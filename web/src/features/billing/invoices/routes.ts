import type { FeatureRoute } from "../../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/admin/invoices",
    screen: () => import("./admin-invoices-page.tsx").then((each) => ({ default: each.AdminInvoicesPage })),
  },
  {
    path: "/admin/manual-invoices",
    screen: () => import("../orders/orders-page.tsx").then((each) => ({ default: each.ManualInvoicesPage })),
  },
];
