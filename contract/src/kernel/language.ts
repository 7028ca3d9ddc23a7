/**
 * The languages of the product, the default first. Each has its own name, and the locale of its number and date
 * names. The operator's settings choose which of them are offered.
 */
const table = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-CH" },
  fr: { name: "Français", locale: "fr-CH" },
  it: { name: "Italiano", locale: "it-CH" },
} as const;

export type Language = keyof typeof table;
/** A value in every language. */
export type ByLanguage<T> = Record<Language, T>;
/** A value in English, and in the other languages where it was translated. */
export type Translated<T> = { en: T } & { [Other in Exclude<Language, "en">]?: T | undefined };

export const languages = Object.keys(table) as [Language, ...Language[]];
export const defaultLanguage: Language = "en";

export const isLanguage = (value: unknown): value is Language => languages.some((each) => each === value);

/** A language in its own words. */
export const nativeName = (language: Language): string => table[language].name;

/** The BCP 47 tag for `Intl`, such as fr-CH. */
export const localeOf = (language: Language): string => table[language].locale;

/** A value for each language. */
export const byLanguage = <T>(of: (language: Language) => T): ByLanguage<T> =>
  Object.fromEntries(languages.map((language) => [language, of(language)])) as ByLanguage<T>;

/** The value in a language, or in English where it was not translated. */
export const inLanguage = <T>(values: Translated<T>, language: Language): T => values[language] ?? values.en;
