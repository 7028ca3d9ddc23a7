import type { Language } from "@litfass/contract/kernel/language";
import { catalog, type Values } from "@litfass/platform/i18n/catalog";
import en from "./texts/en.json" with { type: "json" };

/** Billing's user-visible texts: `t(lang, key, values)`. */
export const t = catalog(en, new URL("./texts/", import.meta.url));

type Key = Parameters<typeof t>[1];
type KeyIn<Subject extends string, K = Key> = K extends `${Subject}.${infer Rest}` ? Rest : never;

/** The texts of one subject in one language. */
export type TextsOf<Subject extends string> = (key: KeyIn<Subject>, values?: Values) => string;

/** Returns a function for the texts of a subject, for example `textsOf(lang, "invoice")("due_on")`. */
export const textsOf =
  <Subject extends string>(lang: Language, subject: Subject): TextsOf<Subject> =>
  (key, values) =>
    t(lang, `${subject}.${key}` as Key, values);
