import { lazy, Suspense } from "react";
import { Navigate, Outlet, Route, Routes } from "react-router";
import type { FeatureRoute } from "../api/feature-route.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { clientRoutes } from "./client-routes.ts";
import { Guard } from "./guard.tsx";
import { home } from "./navigation.ts";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell/shell.tsx";

const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import("../ui/gallery/gallery.tsx")).Gallery }))
  : NotFound;

const routesIn = (frame: FeatureRoute["frame"]) =>
  clientRoutes
    .filter((route) => route.frame === frame)
    .map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);

/**
 * All client paths: public ones, the sign-in screens in their layout, all others in the shell, each a separate chunk.
 */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={home} replace />} />
      <Route
        element={
          <Suspense>
            <Outlet />
          </Suspense>
        }
      >
        {routesIn("open")}
      </Route>
      <Route element={<Guard />}>
        <Route element={<AuthLayout />}>{routesIn("auth")}</Route>
        <Route element={<Shell />}>
          {routesIn(undefined)}
          <Route path="/parts" element={<Gallery />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Route>
    </Routes>
  );
}
