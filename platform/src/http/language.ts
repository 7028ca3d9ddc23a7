import type { Language } from "@litfass/contract/kernel/language";
import type { FastifyRequest } from "fastify";
import Negotiator from "negotiator";

/** The languages that the operator offers now. */
export const offeredLanguages = (request: FastifyRequest): readonly Language[] =>
  request.server.services.platform.settings.current().languages.offered;

/** The best of these languages in an Accept-Language header; null if it names none of them (`*` names none). */
export function acceptedLanguage(header: string | undefined, offered: readonly Language[]): Language | null {
  if (!header) return null;
  const preferred = new Negotiator({ headers: { "accept-language": header } }).languages();
  const tags = preferred.map((range) => range.toLowerCase().split("-")[0]);
  return tags.flatMap((tag) => offered.find((language) => language === tag) ?? []).at(0) ?? null;
}

/** The language of the session's account while it is offered: an account keeps a language that no longer is. */
function ownLanguage(request: FastifyRequest): Language | null {
  const own = request.signedIn?.lang;
  return own && offeredLanguages(request).includes(own) ? own : null;
}

/** The response language of an API call: the header's, else the signed-in user's, else English. */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers["accept-language"];
  return acceptedLanguage(header, offeredLanguages(request)) ?? ownLanguage(request) ?? "en";
}

/**
 * The language of a page opened by navigation: the signed-in user's first. The app cannot set the header of a
 * navigation, which has the browser's language instead of the chosen one (STATE-032).
 */
export function pageLanguageOf(request: FastifyRequest): Language {
  return ownLanguage(request) ?? languageOf(request);
}
