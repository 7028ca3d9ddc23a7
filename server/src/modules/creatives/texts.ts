import { catalog } from "@litfass/platform/i18n/catalog";
import en from "./texts/en.json" with { type: "json" };

/** The texts of this module: fields, upload reports, mails and sample content. */
export const t = catalog(en, new URL("./texts/", import.meta.url));
