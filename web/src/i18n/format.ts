import { termText } from "@litfass/contract/billing/term-text";
import { localeOf } from "@litfass/contract/kernel/language";
import { maxCounted } from "@litfass/contract/kernel/max-counted";
import { withCurrency, withThousands } from "@litfass/contract/kernel/thousands";
import i18next from "i18next";
import { dateAndTime, displayNames, weekdays } from "./formatters.ts";
import { localeOfTag } from "./locale.ts";

/** Groups thousands with an apostrophe and uses a decimal point, in every language (CONST-038). */
const grouped = (value: number, digits: number): string => {
  const fixed = Math.abs(value).toFixed(digits);
  const [whole = "0", rest] = fixed.split(".");
  const sign = value < 0 && Number(fixed) !== 0 ? "-" : "";
  return `${sign}${withThousands(whole)}${rest ? `.${rest}` : ""}`;
};

/** A count: 60'000. With `digits`, an amount: 1'500.00. */
export const formatNumber = (value: number, digits = 0): string => grouped(value, digits);

/** The total of a list: long lists are counted up to `maxCounted` only, which shows as 10'000+. */
export const formatTotal = (total: number): string =>
  total === maxCounted ? `${formatNumber(maxCounted)}+` : formatNumber(total);

/** A placeholder as wide as a count that is still loading. */
export const unknownNumber = "\u2007".repeat(5);

/** An amount without the currency: 1'500.00. */
export const formatAmount = (amount: number): string => grouped(amount, 2);

/** An amount with the currency: CHF 1'500.00. */
export const formatMoney = (amount: number, currency: string): string => withCurrency(currency, formatAmount(amount));

/** An exact decimal with at least two digits after the point: 1'204.53, 0.004512. */
export function formatDecimal(decimal: string): string {
  const [, sign = "", whole = "0", rest = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  let digits = rest.length;
  while (digits > 2 && rest[digits - 1] === "0") digits -= 1;
  return `${sign}${withThousands(whole)}.${rest.slice(0, digits).padEnd(2, "0")}`;
}

/** A share from 0 to 1 as 76.4%. */
export const formatPercent = (share: number, digits = 1): string => `${grouped(share * 100, digits)}%`;

/**
 * An estimated count: three digits that matter, and millions in words of the language. 431, 16'700, 10.4M, 10.4 Mio.
 */
export function formatAbout(value: number): string {
  const size = Math.abs(value);
  if (size < 1_000_000) return grouped(size < 1000 ? value : Number(value.toPrecision(3)), 0);
  // British English has a small m, which reads as meters.
  const locale = intlLocale() === "en-GB" ? "en-US" : intlLocale();
  const parts = new Intl.NumberFormat(locale, { notation: "compact" }).formatToParts(1_000_000);
  const unit = parts.filter(({ type }) => type === "literal" || type === "compact").map((part) => part.value);
  return `${grouped(value / 1_000_000, 1)}${unit.join("")}`;
}

/** A compact count for small charts: 18.8k, 1.2M. */
export function formatShort(value: number, from = 10_000): string {
  if (Math.abs(value) >= 1_000_000) return `${grouped(value / 1_000_000, 1)}M`;
  if (Math.abs(value) >= from) return `${grouped(value / 1000, 1)}k`;
  return grouped(value, 0);
}

type When = string | number | Date;

const defaultZone = "Europe/Zurich";
const partsOf = (when: When, timeZone: string) =>
  Object.fromEntries(
    dateAndTime("en-GB", timeZone)
      .formatToParts(new Date(when))
      .map((part) => [part.type, part.value]),
  );

/** A day as DD.MM.YYYY (CONST-039). A date (YYYY-MM-DD) is not converted; an instant is shown in the time zone. */
export function formatDate(when: When, timeZone = defaultZone): string {
  if (typeof when === "string" && /^\d{4}-\d{2}-\d{2}$/.test(when)) return when.split("-").reverse().join(".");
  const { day, month, year } = partsOf(when, timeZone);
  return `${day}.${month}.${year}`;
}

/** An instant as DD.MM.YYYY, HH:mm. */
export function formatDateTime(when: When, timeZone = defaultZone): string {
  const { day, month, year, hour, minute } = partsOf(when, timeZone);
  return `${day}.${month}.${year}, ${hour}:${minute}`;
}

/** The time of an instant as HH:mm. */
export function formatTime(when: When, timeZone = defaultZone): string {
  const { hour, minute } = partsOf(when, timeZone);
  return `${hour}:${minute}`;
}

/** Day and month, for axes: 26.10. */
export const formatDayMonth = (day: string): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.`;

/** The localized weekday of a day: Friday, Fri. */
export const formatWeekday = (day: string, width: "long" | "short" = "long"): string =>
  weekdays(intlLocale(), width).format(new Date(`${day}T12:00:00Z`));

/** The name of a month with its year: November 2026. */
export const formatMonth = (day: string): string =>
  new Intl.DateTimeFormat(intlLocale(), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${day}T12:00:00Z`),
  );

/** How long a plan runs: 3 months. */
export const formatTerm = (months: number): string => termText(months, localeOfTag(i18next.language));

/** The localized name of a country from its ISO code. */
export function countryName(code: string): string {
  try {
    return displayNames(intlLocale(), "region").of(code) ?? code;
  } catch {
    return code;
  }
}

/** The localized name of a currency from its ISO code. */
export const currencyName = (code: string): string => displayNames(intlLocale(), "currency").of(code) ?? code;

/** The localized name of a language from its code. */
export function languageName(code: string): string {
  try {
    return displayNames(intlLocale(), "language").of(code) ?? code;
  } catch {
    return code;
  }
}

/** The `Intl` locale of the display language. */
export const intlLocale = (): string => localeOf(localeOfTag(i18next.language));

/** A picture size on one line: 300 x 250. */
export const formatSize = (size: string): string => size.replace("x", "\u00a0x\u00a0");
