import type { FeatureRoute } from "../../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/admin/books", screen: () => import("./books-page.tsx").then((each) => ({ default: each.BooksPage })) },
  {
    path: "/admin/proofs",
    screen: () => import("./reconciliation-page.tsx").then((each) => ({ default: each.ReconciliationPage })),
  },
  {
    path: "/admin/approvals",
    screen: () => import("./approvals-page.tsx").then((each) => ({ default: each.ApprovalsPage })),
  },
];
