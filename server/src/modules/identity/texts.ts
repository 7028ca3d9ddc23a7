import { catalog } from "@litfass/platform/i18n/catalog";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };

/** The texts of this module: mails and the server's own pages. */
export const t = catalog(en, de);
