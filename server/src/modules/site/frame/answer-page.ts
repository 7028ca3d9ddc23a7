import { isLanguage, type Language, languages } from "@litfass/contract/kernel/language";
import { offeredLanguages, pageLanguageOf } from "@litfass/platform/http/language";
import { contentSecurityPolicy } from "@litfass/platform/http/security-headers";
import { identify } from "@litfass/platform/http/signed-in";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type SitePage, sitePage, styleOf } from "./page-frame.ts";
import { sendHtml } from "./send-html.ts";
import { pathIn, type Site, type Visit } from "./site.ts";

type Render = (visit: Visit) => SitePage | Promise<SitePage>;

/**
 * Adds a public page in the browser's language, and in each language under its own segment. No other segment names a
 * language, and a language that is not offered is not found (PAGE-016).
 */
export function addSitePage(app: FastifyInstance, site: Site, path: string, render: Render): void {
  const add = (url: string, fixed: Language | null) =>
    app.get(url, async (request, reply) => answerPage(app, site, { request, reply, fixed }, render));
  add(path, null);
  for (const language of languages) add(pathIn(language, path), language);
}

type Exchange = { request: FastifyRequest; reply: FastifyReply; fixed?: Language | null };

/** Sends a public page, also for a form or an error. `fixed` is the language of the address. */
export async function answerPage(
  app: FastifyInstance,
  site: Site,
  { request, reply, fixed = null }: Exchange,
  render: Render,
): Promise<FastifyReply> {
  await app.services.limits.countAddress(request.ip);
  const isSignedIn = (await identify(app, request)) !== null;
  const language = fixed ?? languageOfVisit(request);
  const page = await render({ language, isSignedIn, request });
  const inline = { inlineScript: site.files.themeScript, inlineStyle: styleOf(site) };
  reply.header("content-security-policy", contentSecurityPolicy(site.config, inline));
  return sendHtml(request, reply, sitePage(site, page, { language, isSignedIn, isLanguageInAddress: fixed !== null }));
}

/** `?lang`, else the account's language, else the browser's. */
export function languageOfVisit(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return offeredLanguages(request).find((language) => language === lang) ?? pageLanguageOf(request);
}

/** The language that an address names, also one that nothing serves; null if it names none that is offered. */
export function languageOfAddress(request: FastifyRequest): Language | null {
  const [, segment] = request.url.split(/[/?]/, 2);
  return offeredLanguages(request).find((language) => language === segment) ?? null;
}

/**
 * Answers addresses in a language that the operator does not offer as not found. Links of newsletters still work, so
 * that people can unsubscribe.
 */
export function hideUnofferedLanguages(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const [, segment, page] = request.url.split(/[/?]/, 3);
    if (!isLanguage(segment) || page === "newsletter" || offeredLanguages(request).includes(segment)) return;
    reply.callNotFound();
    return reply;
  });
}
