import { type Language, localeOf } from "../kernel/language.ts";

const months = (language: Language) =>
  new Intl.NumberFormat(localeOf(language), { style: "unit", unit: "month", unitDisplay: "long" });

/** A number of months: `3 months`. */
export const termText = (term: number, language: Language): string => months(language).format(term);

/** Several terms: `3 months`, or `1–12 months` where they differ. */
export function termsText(terms: readonly number[], language: Language): string {
  const [from, to] = [Math.min(...terms), Math.max(...terms)];
  return from === to ? termText(from, language) : months(language).formatRange(from, to);
}
