import { byLanguage, type Language, languages } from "@litfass/contract/kernel/language";
import { trimEnds } from "@litfass/contract/kernel/trim";
import { bannerList } from "./banner-texts.ts";

/** The parts a template may derive from title and description. Words are only moved, never invented. */

const months = byLanguage((language) => bannerList("months", language));

/** An alternative for each entry of a list, in every language; longer ones first, with either apostrophe. */
const anyOf = (list: "weekdays" | "before_day" | "before_amount" | "before_old_price"): string =>
  languages
    .flatMap((language) => bannerList(list, language))
    .sort((a, b) => b.length - a.length)
    .join("|")
    .replaceAll("'", "[’']");

const tidy = (text: string): string => trimEnds(text.replace(/\s+/g, " "), " ,:;–—-");

/** Bounded, so that a long run of digits is not tried from each of them. */
const digits = String.raw`\d(?:[\d’'.,]{0,18}\d)?`;
const amountPattern = new RegExp(
  String.raw`(?:\b(${anyOf("before_amount")})\s+)?(?:(CHF|Fr\.|EUR|€|£|\$)\s?(${digits})|([-–−]?(?:${digits}))\s?(%|CHF|Fr\.|EUR|€|Franken|francs?|franchi|Euros?)(?![\wäöü]))`,
  "i",
);

/** The price before a reduction: "statt CHF 8.90", "instead of 8.90". Never a percentage. */
const oldPricePattern = new RegExp(
  String.raw`(?<!\p{L})(?:${anyOf("before_old_price")})\s+((?:(?:CHF|Fr\.|EUR|€|£|\$)\s?)?${digits}(?:\s?(?:CHF|EUR|€|Franken|francs?|franchi|Euros?)(?!\p{L}|\s?\d))?)(?!\d|[.,’']\d|\s?%)`,
  "iu",
);

/** `old` is the price before a reduction as written, empty if the title has none. */
export type Amount = { kicker: string; number: string; unit: string; percent: boolean; old: string; rest: string };

/** The amount in a title ("CHF 6.90", "ab 9 €", "20 %") and the words around it; null if there is none. */
export function amount(title: string): Amount | null {
  const text = withoutOldPrice(title);
  const hit = amountPattern.exec(text);
  if (!hit) return null;
  const [whole, kicker = "", unitBefore, numberAfter, numberBefore, unitAfter] = hit;
  const rest = tidy(text.replace(whole, " "));
  return {
    kicker,
    number: numberAfter ?? numberBefore ?? "",
    unit: unitBefore ?? unitAfter ?? "",
    percent: unitAfter === "%",
    old: oldPricePattern.exec(title)?.[1] ?? "",
    rest: rest.length > 2 ? rest.charAt(0).toUpperCase() + rest.slice(1) : "",
  };
}

/** The amount in a title as written, with a word such as "from"; null if there is none. */
export const amountIn = (title: string): string | null => amountPattern.exec(withoutOldPrice(title))?.[0] ?? null;

const withoutOldPrice = (title: string): string => title.replace(oldPricePattern, " ");

export type CalendarDay = { day: string; month: string; rest: string };

const preposition = String.raw`(?:\b(?:${anyOf("before_day")})\s+)?`;
/** In full and abbreviated. "Sonntagszopf" is none, so whole words only. */
const weekday = String.raw`(?:\b(?:${anyOf("weekdays")})\.?,?\s+)?`;

/** Matches of a day with the day first and, in English, with the month first; `before` precedes it. */
function findDay(text: string, lang: Language, before: string) {
  const names = months[lang].map((month) => `${month}|${month.slice(0, 3)}\\.?`).join("|");
  const dayFirst = String.raw`(\d{1,2})(?:\.|er|°)?\s?(?:(${names})(?!\p{L})|(\d{1,2})\.)`;
  const monthFirst = String.raw`\b(${names})\s(\d{1,2})(?:st|nd|rd|th)?\b(?![:.])`;
  const first = new RegExp(`${before}${dayFirst}(?:\\s?\\d{4})?`, "iu").exec(text);
  const second = first || lang !== "en" ? null : new RegExp(`${before}${monthFirst}(?:,?\\s?\\d{4})?`, "i").exec(text);
  return { first, second };
}

/** The number of a month by its name, from 1. */
export const monthNumber = (month: string, lang: Language): number => months[lang].indexOf(month) + 1;

/** The day in a text as written, with its weekday; null if there is none. */
export function dateIn(text: string, lang: Language): string | null {
  if (date(text, lang) === null) return null;
  const { first, second } = findDay(text, lang, weekday);
  return (first ?? second)?.[0] ?? null;
}

/** The day in a text ("12. September", "3.5.", "May 3") and the words around it; null if there is none. */
export function date(text: string, lang: Language): CalendarDay | null {
  const { first, second } = findDay(text, lang, preposition + weekday);
  const [whole, day, name, number] = first ?? [];
  if (whole !== undefined) return calendarDay(text, whole, day, name, number, lang);
  return second ? calendarDay(text, second[0], second[2], second[1], undefined, lang) : null;
}

function calendarDay(
  text: string,
  whole: string,
  day: string | undefined,
  name: string | undefined,
  number: string | undefined,
  lang: Language,
): CalendarDay | null {
  const month = number ? months[lang][Number(number) - 1] : monthNamed(name ?? "", lang);
  if (!month || Number(day) < 1 || Number(day) > 31) return null;
  return { day: String(Number(day)), month, rest: tidy(text.replace(whole, " ")) };
}

/** The month of a name or its first three letters. French juin and juillet differ only later. */
function monthNamed(name: string, lang: Language): string | undefined {
  const written = name.toLowerCase();
  const short = written.slice(0, 3);
  const named = months[lang].find((month) => month.toLowerCase() === written);
  return named ?? months[lang].find((month) => month.slice(0, 3).toLowerCase() === short);
}

/** The template draws the quotation mark; typed ones are removed. */
export const quote = (title: string): string => trimEnds(title, `«»„“”"'‹›`);

/** The months in every language, for a number before one: "23. Dezember". */
const anyMonth = new RegExp(
  `(\\d\\.) (?=(?:${languages.flatMap((language) => months[language]).join("|")})(?!\\p{L}))`,
  "giu",
);

/** A number stays with its word: 20 Uhr, 30 Franken, CHF 6.90, 23. Dezember. */
export const glue = (text: string): string =>
  text
    .replace(/(\d) (?=\p{L}{1,9}\b|%|€)/gu, "$1\u00a0")
    .replace(anyMonth, "$1\u00a0")
    .replace(/\b(CHF|EUR|Fr\.|€|ab) (?=\d)/g, "$1\u00a0");
