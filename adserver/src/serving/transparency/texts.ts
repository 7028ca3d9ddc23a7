import { catalog } from "@litfass/platform/i18n/catalog";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };

export const t = catalog(en, de);
