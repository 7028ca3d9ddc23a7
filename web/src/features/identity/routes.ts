import type { FeatureRoute } from "../../api/feature-route.ts";

export const routes: FeatureRoute[] = [
  { path: "/login", frame: "auth", screen: () => import("./login.tsx") },
  { path: "/register", frame: "auth", screen: () => import("./register.tsx") },
  { path: "/forgot-password", frame: "auth", screen: () => import("./forgot-password.tsx") },
  { path: "/reset-password", frame: "auth", screen: () => import("./reset-password.tsx") },
  { path: "/verify-email", frame: "auth", screen: () => import("./verify-email.tsx") },
  { path: "/disabled", screen: () => import("./disabled.tsx") },
];
