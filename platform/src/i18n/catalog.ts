import { existsSync, readFileSync } from "node:fs";
import { byLanguage, type Language, localeOf } from "@litfass/contract/kernel/language";

/** Texts by key. A text with plural forms has the keys `name_one` and `name_other` and is requested as `name`. */
type Texts = Record<string, string>;
type KeyOf<T> = keyof T extends infer Key extends string
  ? Key extends `${infer Base}_one` | `${infer Base}_other`
    ? Base
    : Key
  : never;

export type Values = Record<string, string | number>;
/**
 * The text of a key in a language with each `{name}` replaced from `values`; `count` selects the plural form. Values
 * are not escaped: escape them for HTML.
 * @throws Error if a placeholder has no value.
 */
export type Translate<Key extends string> = (lang: Language, key: Key, values?: Values) => string;

/**
 * Opens a module's texts. `en` types the keys; the other languages are the files `<language>.json` in `folder`, read
 * at start. A text that is missing in a language is shown in English (I18N-006).
 * @throws Error at start for a key that English does not have.
 */
export function catalog<T extends Texts>(en: T, folder: URL): Translate<KeyOf<T>> {
  const texts = byLanguage((language): Texts => {
    const own = language === "en" ? en : readTexts(new URL(`${language}.json`, folder));
    const unknown = Object.keys(own).filter((key) => !(key in en));
    if (unknown.length > 0)
      throw new Error(`${folder.pathname}${language}.json has unknown texts: ${unknown.join(", ")}`);
    return { ...en, ...own };
  });
  return (lang, key, values = {}) => {
    const text = texts[lang][key] ?? texts[lang][`${key}_${numberOf(lang, values)}`];
    if (text === undefined) throw new Error(`There is no text ${key} for ${JSON.stringify(values)}`);
    return text.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) throw new Error(`The text ${key} lacks a value for {${name}}`);
      return String(value);
    });
  };
}

const readTexts = (file: URL): Texts => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Texts) : {});

const rules = byLanguage((language) => new Intl.PluralRules(localeOf(language)));
/** French and Italian also have `many`, for a million: their texts need no form of its own for it. */
const numberOf = (lang: Language, { count }: Values): "one" | "other" =>
  rules[lang].select(Number(count)) === "one" ? "one" : "other";
