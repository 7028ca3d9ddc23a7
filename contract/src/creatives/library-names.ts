import type { z } from "zod";
import { type Language, languages } from "../kernel/language.ts";
import { line } from "../kernel/text.ts";

type OtherLanguage = Exclude<Language, "en" | "de">;
/** Languages in which a group or category may have a name besides English and German, which it must have. */
export const otherLanguages = languages.filter(
  (language): language is OtherLanguage => language !== "en" && language !== "de",
);

type OptionalName = `name_${OtherLanguage}`;
type OptionalNames<Value> = { [Name in OptionalName]: Value };
const forEachOther = <Value>(of: (language: OtherLanguage) => Value): OptionalNames<Value> =>
  Object.fromEntries(otherLanguages.map((language) => [`name_${language}`, of(language)])) as OptionalNames<Value>;

const maxLength = 100;
const required = line({ max: maxLength });
const optional = line({ min: 0, max: maxLength }).optional();

/** Fields of a form or body: an empty optional name removes it, and readers of that language see the English one. */
export const nameFields = { name_en: required, name_de: required, ...forEachOther(() => optional) };

/** Names in every language; empty where none was entered. */
export const nameOutputs = <Text extends z.ZodType>(text: Text) => ({
  name_en: text,
  name_de: text,
  ...forEachOther(() => text),
});

const nameKeys = ["name_en", "name_de", ...otherLanguages.map((language) => `name_${language}` as const)] as const;

/** Only the names of a group or category, for the audit log. */
export const namesAlone = (fields: NameFields): Record<string, string | null> =>
  Object.fromEntries(nameKeys.map((name) => [name, fields[name] || null]));

export type NameFields = { name_en: string; name_de: string } & { [Name in OptionalName]?: string | undefined };
