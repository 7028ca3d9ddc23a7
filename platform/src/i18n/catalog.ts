import type { Language } from "@litfass/contract/kernel/messages";

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
 * Opens a module's texts. `en` types the keys, `de` must have the same.
 * @throws Error at start for a key in only one of the two.
 */
export function catalog<T extends Texts>(en: T, de: Record<keyof T, string>): Translate<KeyOf<T>> {
  const missing = [...keysOnlyIn(en, de), ...keysOnlyIn(de, en)];
  if (missing.length > 0) throw new Error(`Texts are not in both languages: ${missing.join(", ")}`);
  const texts: Record<Language, Texts> = { en, de };
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

const keysOnlyIn = (texts: Texts, others: Texts): string[] => Object.keys(texts).filter((key) => !(key in others));

const rules: Record<Language, Intl.PluralRules> = {
  en: new Intl.PluralRules("en"),
  de: new Intl.PluralRules("de"),
};
const numberOf = (lang: Language, { count }: Values): "one" | "other" =>
  rules[lang].select(Number(count)) === "one" ? "one" : "other";
