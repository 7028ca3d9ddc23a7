import { createBrowserRouter, Navigate, type RouteObject } from "react-router";
import type { FeatureRoute } from "../data/feature-route.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { Guard } from "./guard.tsx";
import { home } from "./navigation.ts";
import { NotFound } from "./not-found.tsx";
import { Root } from "./root.tsx";
import { ScreenError } from "./screen-error.tsx";
import { Shell } from "./shell/shell.tsx";

const features = import.meta.glob<{ routes: FeatureRoute[] }>("../features/*/routes.ts", { eager: true });
const all = Object.values(features).flatMap((feature) => feature.routes);

const routeOf = ({ path, screen }: FeatureRoute): RouteObject => ({
  path,
  ErrorBoundary: ScreenError,
  lazy: async () => ({ Component: (await screen()).default }),
});

/** History mode: plain paths, no hash (NAV-003). */
export const router = createBrowserRouter([
  {
    Component: Root,
    HydrateFallback: () => null,
    ErrorBoundary: ScreenError,
    children: [
      { path: "/", element: <Navigate to={home} replace /> },
      {
        Component: Guard,
        children: [
          { Component: AuthLayout, children: all.filter((route) => route.frame === "auth").map(routeOf) },
          {
            Component: Shell,
            children: [
              ...all.filter((route) => route.frame !== "auth").map(routeOf),
              ...(import.meta.env.DEV
                ? [{ path: "/parts", lazy: async () => ({ Component: (await import("../ui/parts.tsx")).Parts }) }]
                : []),
              { path: "*", Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
]);
