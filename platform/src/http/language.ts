import { type Language, languages } from "@litfass/contract/kernel/language";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);

/** The best supported language of an Accept-Language header; null if it names none (`*` names none). */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null;
  const preferred = new Negotiator({ headers: { "accept-language": header } }).languages();
  return preferred.map((range) => range.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? null;
}

/** The response language of an API call: the header's, else the signed-in user's, else English. */
export function languageOf(request: FastifyRequest): Language {
  return acceptedLanguage(request.headers["accept-language"]) ?? request.signedIn?.lang ?? "en";
}

/**
 * The language of a page opened by navigation: the signed-in user's first. The app cannot set the header of a
 * navigation, which has the browser's language instead of the chosen one (STATE-032).
 */
export function pageLanguageOf(request: FastifyRequest): Language {
  return request.signedIn?.lang ?? languageOf(request);
}
