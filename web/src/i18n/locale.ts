/** The languages of the interface and the default one (CONST-034). */
export const locales = ["en", "de"] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = "en";

/** The browser storage key of the chosen language (FIELD-STO-001). */
export const localeKey = "locale";

/** The locale of a language tag by its primary subtag (I18N-005), or null if unsupported. */
export function resolveLocale(tag: string | null | undefined): Locale | null {
  const primary = tag?.toLowerCase().split(/[-_]/)[0];
  return locales.find((locale) => locale === primary) ?? null;
}

/** Storage first, then the browser's language, then English (I18N-002 to I18N-004). */
export function firstLocale(stored: string | null, browser: string | undefined): Locale {
  return resolveLocale(stored) ?? resolveLocale(browser) ?? defaultLocale;
}

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
