import { type Language, languages } from "@litfass/contract/kernel/messages";
import type { FastifyRequest } from "fastify";

const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);

/** The best language of an Accept-Language header that we speak; null where it names none. */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null;
  const preferences = header.split(",", 20).map((part, place) => {
    const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
    const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean);
    return { language: range.split("-")[0] ?? "", quality: quality === undefined ? 1 : Number(quality), place };
  });
  preferences.sort((a, b) => b.quality - a.quality || a.place - b.place);
  return preferences.map(({ language }) => language).find(isLanguage) ?? null;
}

/** The language to answer an API call in: the header's, else the signed-in user's own, else English. */
export function languageOf(request: FastifyRequest): Language {
  return acceptedLanguage(request.headers["accept-language"]) ?? request.signedIn?.lang ?? "en";
}

/**
 * The language of a page that the browser opens by itself: the signed-in user's own first. The app cannot set the header
 * of a navigation, which names the browser's language instead of the chosen one (STATE-032).
 */
export function pageLanguageOf(request: FastifyRequest): Language {
  return request.signedIn?.lang ?? languageOf(request);
}
