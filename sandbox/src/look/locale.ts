import type { FastifyRequest } from "fastify";

const locales = ["en", "de", "fr", "it"] as const;
export type Locale = (typeof locales)[number];

const known = (text: unknown): Locale | null => {
  const code = typeof text === "string" ? text.slice(0, 2).toLowerCase() : "";
  return locales.find((locale) => locale === code) ?? null;
};

/** Pages that customers do not see exist in English and German only. */
export const inLocale = <T>(texts: { en: T; de: T }, locale: Locale): T => (locale === "de" ? texts.de : texts.en);

/** The language of a page: `?locale=`, then the caller's, then the browser's first supported one. */
export function localeOf(request: FastifyRequest, preferred?: string | null): Locale {
  const asked = known((request.query as { locale?: unknown }).locale) ?? known(preferred);
  if (asked !== null) return asked;
  const preferences = String(request.headers["accept-language"] ?? "").split(",");
  for (const preference of preferences) {
    const locale = known(preference.trim());
    if (locale !== null) return locale;
  }
  return "en";
}

/** 1234567 is 1'234'567 in every language. */
export const figure = (value: number): string => Math.round(value).toLocaleString("en").replaceAll(",", "'");

const decimals = (currency: string): number => (["jpy", "krw", "vnd", "clp"].includes(currency) ? 0 : 2);

/** Formats minor units: CHF 1'500.00. */
export function money(minor: number, currency: string): string {
  const digits = decimals(currency.toLowerCase());
  const sign = minor < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(minor) / 10 ** digits);
  const rest = digits === 0 ? "" : `.${String(Math.abs(minor) % 10 ** digits).padStart(digits, "0")}`;
  return `${currency.toUpperCase()} ${sign}${figure(whole)}${rest}`;
}

/** 21.11.2026, 10:42 in Swiss time. */
export const moment = (at: Date): string =>
  new Intl.DateTimeFormat("de-CH", {
    day: "2-digit",
    month: "2-digit",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Zurich",
  }).format(at);
