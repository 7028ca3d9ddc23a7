import type { FeatureRoute } from "../../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/media-converter",
    screen: () => import("./converter-page.tsx").then((each) => ({ default: each.ConverterPage })),
  },
];
