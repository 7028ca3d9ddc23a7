import { languages } from "@litfass/contract/kernel/language";
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { firstLocale, type Locale, localeOfTag, storedLocale, storeLocale } from "./locale.ts";
import { offeredLocales } from "./offered-locales.ts";
import type { CatalogName } from "./text-keys.ts";

type Catalog = { default: Record<string, unknown> };

/** One catalog per feature and language, each loaded when a screen first needs it. */
const catalogs = import.meta.glob<Catalog>("./*/*.json");

const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = catalogs[`./${language}/${namespace}.json`] ?? catalogs[`./en/${namespace}.json`];
    if (!load) return done(new Error(`No catalog ${language}/${namespace}`), null);
    load().then(
      (loaded) => done(null, loaded.default as never),
      (error: Error) => done(error, null),
    );
  },
};

const startLocale = (): Locale => firstLocale(storedLocale(), navigator.language);

/**
 * Initializes i18next with the first locale. The catalogs already contain English texts for missing ones (I18N-006).
 * @param screen the catalogs of the first screen, loaded together with those of the shell
 */
export async function startTexts(screen: readonly CatalogName[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: startLocale(),
      fallbackLng: false,
      supportedLngs: languages,
      load: "languageOnly",
      ns: ["ui", "shell", ...screen],
      defaultNS: "ui",
      interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
      returnNull: false,
    });
  markLanguage();
  i18next.on("languageChanged", markLanguage);
}

function markLanguage(): void {
  document.documentElement.lang = i18next.language;
}

/** Loads catalogs before a screen shows them; those that are loaded cost nothing. */
export const loadTexts = (names: readonly CatalogName[]): Promise<void> => i18next.loadNamespaces(names);

/** The display language; before i18next is initialized, the one it will use. */
export const currentLocale = (): Locale => (i18next.language ? localeOfTag(i18next.language) : startLocale());

/**
 * Changes and stores the display language; one that is not offered is ignored. Saving it for a signed-in user is up to
 * the caller.
 */
export async function changeLocale(locale: Locale): Promise<void> {
  if (!offeredLocales().includes(locale)) return;
  storeLocale(locale);
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
}
