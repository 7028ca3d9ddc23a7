import { catalog } from "@litfass/platform/i18n/catalog";
import en from "./texts/en.json" with { type: "json" };

/**
 * The names of the IAB Content Taxonomy 1.0 (IAB Technology Laboratory, CC BY 3.0), which exchanges send as `site.cat`
 * and `app.cat`, by their codes. Omits the groups of non-standard and illegal content.
 */
export const categoryText = catalog(en, new URL("./texts/", import.meta.url));

/** The codes in the order of the tree: IAB1 before IAB1-1. */
export const categoryCodes = Object.keys(en) as (keyof typeof en)[];
