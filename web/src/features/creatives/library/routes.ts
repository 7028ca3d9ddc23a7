import type { FeatureRoute } from "../../../api/feature-route.ts";

const creative = () => import("./creative-page.tsx").then((each) => ({ default: each.CreativePage }));

export const routes: FeatureRoute[] = [
  {
    path: "/creative-group-categories",
    screen: () => import("./categories-page.tsx").then((each) => ({ default: each.CategoriesPage })),
  },
  {
    path: "/creative-groups",
    screen: () => import("./groups-page.tsx").then((each) => ({ default: each.GroupsPage })),
  },
  {
    path: "/creatives",
    screen: () => import("./creatives-page.tsx").then((each) => ({ default: each.CreativesPage })),
  },
  { path: "/creatives/create", screen: creative },
  { path: "/creatives/:uuid", screen: creative },
];
