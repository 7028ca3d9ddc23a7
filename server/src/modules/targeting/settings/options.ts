import { ageRanges, browsers, genders, householdIncomes, parentalStatuses } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { catalog } from "@litfass/platform/i18n/catalog";
import ISO6391 from "iso-639-1";
import en from "../texts/en.json" with { type: "json" };

const t = catalog(en, new URL("../texts/", import.meta.url));

type Option = { value: string; text: string };

export const browserOptions = (lang: Language): Option[] =>
  browsers.map((value) => ({ value, text: t(lang, `browser.${value}`) }));

export const householdIncomeOptions = (lang: Language): Option[] =>
  householdIncomes.map((value) => ({ value, text: t(lang, `income.${value}`) }));

/** The options of the plain demographic settings. A range of ages is its own text. */
export const demographics = (lang: Language) => ({
  ageRanges: ageRanges.map((value): Option => ({ value, text: value === "unknown" ? t(lang, "age.unknown") : value })),
  genders: genders.map((value): Option => ({ value, text: t(lang, `gender.${value}`) })),
  parentalStatuses: parentalStatuses.map((value): Option => ({ value, text: t(lang, `parental.${value}`) })),
});

/** The languages of the countries served come first; the others follow by English name (RULE-008). */
const firstLanguages = ["de", "fr", "it", "en", "rm"];
export function languageOptions(): Option[] {
  const others = ISO6391.getAllCodes().filter((code) => !firstLanguages.includes(code));
  const option = (code: string): Option => ({ value: code, text: ISO6391.getName(code) });
  return [...firstLanguages.map(option), ...others.map(option).sort((a, b) => a.text.localeCompare(b.text, "en"))];
}
export const isLanguage = (code: string): boolean => ISO6391.validate(code);
