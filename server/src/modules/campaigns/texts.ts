import { catalog } from "@litfass/platform/i18n/catalog";
import en from "./texts/en.json" with { type: "json" };

/** The texts of this module: mails, states, options and readiness issues. */
export const t = catalog(en, new URL("./texts/", import.meta.url));
