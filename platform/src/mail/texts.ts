import { catalog } from "../i18n/catalog.ts";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };

/** The texts around every mail's content, and the test mail. */
export const t = catalog(en, de);
