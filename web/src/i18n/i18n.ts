import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { firstLocale, type Locale, locales, resolveLocale, storedLocale, storeLocale } from "./locale.ts";

type Catalog = { default: Record<string, unknown> };

/** One catalogue per feature and language, each fetched when a screen first needs it. */
const catalogs = import.meta.glob<Catalog>("./{en,de}/*.json");

const backend: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = catalogs[`./${language}/${namespace}.json`];
    if (!load) return done(new Error(`No catalogue ${language}/${namespace}`), null);
    load().then(
      (loaded) => done(null, loaded.default as never),
      (error: Error) => done(error, null),
    );
  },
};

const startLocale = (): Locale => firstLocale(storedLocale(), navigator.language);

/**
 * Starts the texts with the first locale. What is missing in German is English in its catalogue already (I18N-006).
 * @param feature whose catalogue the first screen reads, fetched together with those of the shell
 */
export async function startTexts(feature?: string): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: startLocale(),
      fallbackLng: false,
      supportedLngs: locales,
      load: "languageOnly",
      ns: ["ui", "shell", ...(feature ? [feature] : [])],
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

/** The language on screen; before the texts have started, the one that they will have. */
export const currentLocale = (): Locale => resolveLocale(i18next.language) ?? startLocale();

/** Changes and stores the display language. Saving it for a signed-in user is up to the caller. */
export async function changeLocale(locale: Locale): Promise<void> {
  storeLocale(locale);
  if (locale !== i18next.language) await i18next.changeLanguage(locale);
}
