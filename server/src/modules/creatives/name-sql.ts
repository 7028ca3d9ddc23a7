import type { Language } from "@litfass/contract/kernel/language";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Names } from "./name-in.ts";

type NameColumns = { [Name in keyof Names]: SQLWrapper };

/** The name of a group or category in a language, in SQL: the English one where none was entered. */
export function nameColumnIn({ nameEn, nameDe, nameTranslations }: NameColumns, language: Language): SQL {
  if (language === "en") return sql`${nameEn}`;
  if (language === "de") return sql`${nameDe}`;
  return sql`coalesce(${nameTranslations} ->> ${language}, ${nameEn})`;
}
