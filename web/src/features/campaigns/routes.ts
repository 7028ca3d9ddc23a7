import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/campaigns",
    screen: () => import("./campaigns-page.tsx").then((each) => ({ default: each.CampaignsPage })),
  },
  {
    path: "/campaigns/create",
    screen: () =>
      import("./new-campaign/create-campaign-page.tsx").then((each) => ({ default: each.CreateCampaignPage })),
  },
  {
    path: "/bulk-campaigns",
    screen: () => import("./bulk/bulk-campaigns-page.tsx").then((each) => ({ default: each.BulkCampaignsPage })),
  },
  {
    path: "/bulk-campaigns/create",
    screen: () => import("./bulk/create-bulk-page.tsx").then((each) => ({ default: each.CreateBulkPage })),
  },
  {
    path: "/templates",
    screen: () => import("./templates/templates-page.tsx").then((each) => ({ default: each.TemplatesPage })),
  },
  {
    path: "/templates/create",
    screen: () => import("./templates/template-form-page.tsx").then((each) => ({ default: each.CreateTemplatePage })),
  },
  {
    path: "/templates/:id",
    screen: () => import("./templates/template-form-page.tsx").then((each) => ({ default: each.EditTemplatePage })),
  },
];
