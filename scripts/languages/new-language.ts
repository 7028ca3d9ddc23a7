import type { NewLanguage } from "./add-language.ts";

/**
 * A language by its code, with its own name and its most common locale unless they are given; a sentence if the code or
 * the locale is not valid.
 */
export function newLanguage(code: string, name?: string, locale?: string): NewLanguage | string {
  if (!/^[a-z]{2}$/.test(code)) return `${code} is not the code of a language: two lower-case letters, such as es`;
  const own = new Intl.DisplayNames(code, { type: "language", fallback: "none" }).of(code);
  if (own === undefined && name === undefined)
    return `No name of ${code} is known: npm run language -- ${code} NAME LOCALE`;
  const place = locale ?? `${code}-${new Intl.Locale(code).maximize().region ?? ""}`;
  try {
    if (new Intl.Locale(place).language !== code) return `${place} is not a locale of ${code}`;
  } catch {
    return `${place} is not a locale: npm run language -- ${code} NAME LOCALE`;
  }
  return { code, name: name ?? capitalized(own ?? code, place), locale: place };
}

const capitalized = (name: string, locale: string): string => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
