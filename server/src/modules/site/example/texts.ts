import { catalog } from "@litfass/platform/i18n/catalog";
import en from "./texts/en.json" with { type: "json" };

export const t = catalog(en, new URL("./texts/", import.meta.url));
