import { matchRoutes } from "react-router";
import type { FeatureRoute } from "../api/feature-route.ts";
import { composedRoutes } from "./composed-routes.ts";
import type { Screen } from "./screens.ts";

type ClientRoute = FeatureRoute & {
  /** The feature, which is also the name of its catalog; absent for composed screens. */
  feature?: string;
};

const features = import.meta.glob<{ routes: FeatureRoute[] }>("../features/**/routes.ts", { eager: true });

/** Every screen that the app can show. */
export const clientRoutes: readonly ClientRoute[] = [
  ...Object.entries(features).flatMap(([file, { routes }]) =>
    routes.map((route) => ({ ...route, feature: file.split("/").at(-2) ?? "" })),
  ),
  ...composedRoutes,
];

/** Whether a row of the permission table has a page of the server or a screen of this app. */
export const isReachable = (screen: Pick<Screen, "path" | "outside">): boolean =>
  screen.outside === true || clientRoutes.some((route) => route.path === screen.path);

/** The route of a client path, if there is one. */
export const routeAt = (path: string): ClientRoute | undefined =>
  matchRoutes(
    clientRoutes.map((route) => ({ path: route.path, handle: route })),
    path,
  )?.at(-1)?.route.handle;
