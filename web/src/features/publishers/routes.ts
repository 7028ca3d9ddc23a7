import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/publisher",
    screen: () => import("./own-publisher-page.tsx").then((each) => ({ default: each.OwnPublisherPage })),
  },
  {
    path: "/publishers",
    screen: () => import("./publishers-page.tsx").then((each) => ({ default: each.PublishersPage })),
  },
  {
    path: "/publishers/:publisher",
    screen: () => import("./publisher-page.tsx").then((each) => ({ default: each.PublisherPage })),
  },
  {
    path: "/admin/publisher-statements",
    screen: () =>
      import("./statements/publisher-statements-page.tsx").then((each) => ({ default: each.PublisherStatementsPage })),
  },
];
