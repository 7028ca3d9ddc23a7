import { type NameFields, otherLanguages } from "@litfass/contract/creatives/library-names";
import type { Language } from "@litfass/contract/kernel/language";
import type { NameTranslations } from "./tables.ts";

export type Names = { nameEn: string; nameDe: string; nameTranslations: NameTranslations };

/** The name of a group or category. Staff enter it in English and German; without another language the English one. */
export function nameIn(names: Names, language: Language): string {
  if (language === "en") return names.nameEn;
  if (language === "de") return names.nameDe;
  return names.nameTranslations[language] || names.nameEn;
}

/** Names as fields of the API; empty where none was entered. */
export const namesOf = ({ nameEn, nameDe, nameTranslations }: Names): Required<NameFields> => ({
  name_en: nameEn,
  name_de: nameDe,
  ...(Object.fromEntries(
    otherLanguages.map((language) => [`name_${language}`, nameTranslations[language] ?? ""]),
  ) as Required<Omit<NameFields, "name_en" | "name_de">>),
});

/** The row values of the given fields. Translations that are not given keep the value in `before`. */
export function nameValuesOf(fields: Partial<NameFields>, before: NameTranslations = {}): Partial<Names> {
  const given = otherLanguages.filter((language) => fields[`name_${language}`] !== undefined);
  const nameTranslations = { ...before };
  for (const language of given) {
    const name = fields[`name_${language}`];
    if (name) nameTranslations[language] = name;
    else delete nameTranslations[language];
  }
  return {
    ...(fields.name_en !== undefined && { nameEn: fields.name_en }),
    ...(fields.name_de !== undefined && { nameDe: fields.name_de }),
    ...(given.length > 0 && { nameTranslations }),
  };
}
