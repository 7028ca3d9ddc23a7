import type { Language } from "@litfass/contract/kernel/language";

/**
 * The name of a group or category, or the column with it. Staff enter it in English and German; other languages show
 * the English one.
 */
export const nameIn = <En, De>(names: { nameEn: En; nameDe: De }, language: Language): En | De =>
  language === "de" ? names.nameDe : names.nameEn;
