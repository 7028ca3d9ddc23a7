import type { ComponentType } from "react";
import type { CatalogName } from "../i18n/text-keys.ts";

/**
 * A feature's `routes.ts` exports `routes: FeatureRoute[]`; the app discovers it. Each screen is a separate chunk whose
 * default export is the component.
 */
export type FeatureRoute = {
  /** Client path with `:parameters`: "/campaigns/:id". */
  path: string;
  screen: () => Promise<{ default: ComponentType }>;
  /** The catalogs that the screen shows at once, loaded together with it; without it, the one of the feature's folder. */
  texts?: readonly CatalogName[];
  /** `auth` is shown in the sign-in layout instead of the shell, `open` is public and has no layout. */
  frame?: "auth" | "open";
};
