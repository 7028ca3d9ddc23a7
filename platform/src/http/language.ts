import { type Language, languages } from "@litfass/contract/kernel/messages";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

const isLanguage = (value: string): value is Language => (languages as readonly string[]).includes(value);

/** The best language of an Accept-Language header that we speak; null where it names none (`*` names none). */
export function acceptedLanguage(header: string | undefined): Language | null {
  if (!header) return null;
  const preferred = new Negotiator({ headers: { "accept-language": header } }).languages();
  return preferred.map((range) => range.toLowerCase().split("-")[0] ?? "").find(isLanguage) ?? null;
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
