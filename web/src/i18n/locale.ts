import { defaultLanguage, isLanguage, type Language } from "@litfass/contract/kernel/language";
import { offeredLocales } from "./offered-locales.ts";

/** A language of the interface. */
export type Locale = Language;
export const defaultLocale: Locale = defaultLanguage;

/** The browser storage key of the chosen language (FIELD-STO-001). */
export const localeKey = "locale";

/** The locale of a language tag by its primary subtag (I18N-005), or null if it is not offered. */
export function resolveLocale(tag: string | null | undefined): Locale | null {
  const primary = tag?.toLowerCase().split(/[-_]/)[0];
  return offeredLocales().find((locale) => locale === primary) ?? null;
}

/** Storage first, then the browser's language, then English (I18N-002 to I18N-004). */
export function firstLocale(stored: string | null, browser: string | undefined): Locale {
  return resolveLocale(stored) ?? resolveLocale(browser) ?? defaultLocale;
}

/** The language of a tag that i18next uses, such as its current one. */
export const localeOfTag = (tag: string | undefined): Locale => (isLanguage(tag) ? tag : defaultLocale);

/** The stored choice; null if there is none or storage is unavailable. */
export function storedLocale(): string | null {
  try {
    return localStorage.getItem(localeKey);
  } catch {
    return null;
  }
}

/** Stores the choice for the next visit. */
export function storeLocale(locale: Locale): void {
  try {
    localStorage.setItem(localeKey, locale);
  } catch {
    // Without storage the choice lasts for this visit only.
  }
}
