import type { Language } from "@litfass/contract/kernel/language";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };
import fr from "./texts/fr.json" with { type: "json" };
import it from "./texts/it.json" with { type: "json" };

type BannerText = keyof typeof en;
const texts: Record<Language, Partial<Record<BannerText, string>>> = { en, de, fr, it };

/** A text of banners and templates in a language, in English where it was not translated. */
export const bannerText = (key: BannerText, language: Language): string => texts[language][key] ?? en[key];

/** A text that is a list, such as the months. */
export const bannerList = (key: BannerText, language: Language): string[] => bannerText(key, language).split(", ");
