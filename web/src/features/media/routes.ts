import type { FeatureRoute } from "../../data/feature-route.ts";

export const routes: FeatureRoute[] = [
  {
    path: "/media-converter",
    screen: () => import("./converter-page.tsx").then((each) => ({ default: each.ConverterPage })),
  },
];
