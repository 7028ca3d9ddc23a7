import type { ComponentType } from "react";
import { matchRoutes } from "react-router";
import type { FeatureRoute } from "../api/feature-route.ts";
import { loadTexts } from "../i18n/i18n.ts";
import type { CatalogName } from "../i18n/text-keys.ts";
import { loadable } from "../ui/layout/loadable.tsx";
import { composedRoutes } from "./composed-routes.ts";
import type { Screen } from "./screens.ts";

type ClientRoute = Omit<FeatureRoute, "screen"> & {
  Screen: ComponentType;
  /** Loads the screen with its texts, which would otherwise load one after the other as its parts appear. */
  load: () => Promise<void>;
  texts: readonly CatalogName[];
};

function clientRoute({ screen, texts = [], ...route }: FeatureRoute): ClientRoute {
  const { Component, load } = loadable(async () => {
    const [{ default: component }] = await Promise.all([screen(), loadTexts(texts).catch(() => undefined)]);
    return component;
  });
  return { ...route, texts, Screen: Component, load };
}

const features = import.meta.glob<{ routes: FeatureRoute[] }>("../features/**/routes.ts", { eager: true });

/** Every screen that the app can show. */
export const clientRoutes: readonly ClientRoute[] = [
  ...Object.entries(features).flatMap(([file, { routes }]) =>
    routes.map((route) => clientRoute({ texts: [file.split("/").at(-2) as CatalogName], ...route })),
  ),
  ...composedRoutes.map(clientRoute),
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
