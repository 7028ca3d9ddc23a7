import { catalog } from "../i18n/catalog.ts";
import en from "./texts/en.json" with { type: "json" };

/** The texts around every mail's content, and the test mail. */
export const t = catalog(en, new URL("./texts/", import.meta.url));
