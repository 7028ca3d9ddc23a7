import type { FeatureRoute } from "../data/feature-route.ts";
import { composedRoutes } from "./composed-routes.ts";
import type { Screen } from "./screens.ts";

const features = import.meta.glob<{ routes: FeatureRoute[] }>("../features/*/routes.ts", { eager: true });

/** Every screen that the app can show. */
export const clientRoutes: readonly FeatureRoute[] = [
  ...Object.values(features).flatMap((feature) => feature.routes),
  ...composedRoutes,
];

/** Whether a menu item of the permission table leads somewhere: to a page of the server, or a screen that this app has. */
export const leadsSomewhere = (screen: Pick<Screen, "path" | "outside">): boolean =>
  screen.outside === true || clientRoutes.some((route) => route.path === screen.path);
