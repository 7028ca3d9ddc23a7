import type { ComponentType } from "react";

/**
 * A feature's `routes.ts` exports `routes: FeatureRoute[]`; the app discovers it. Each screen is a separate chunk whose
 * default export is the component.
 */
export type FeatureRoute = {
  /** Client path with `:parameters`: "/campaigns/:id". */
  path: string;
  screen: () => Promise<{ default: ComponentType }>;
  /** Shown inside the sign-in frame instead of the shell, or `open` to everybody without a frame. */
  frame?: "auth" | "open";
};
