import { defaultLanguage, type Language } from "@litfass/contract/kernel/language";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { sendFile } from "@litfass/platform/http/file-answer";
import { offeredLanguages } from "@litfass/platform/http/language";
import type { Platform } from "@litfass/platform/platform";
import { notFound } from "@litfass/platform/problem";
import { letterheadOf, productLetterhead } from "@litfass/platform/settings/letterhead";
import type { FastifyInstance } from "fastify";
import { type ExampleTerms, exampleDocument } from "../../reporting/index.ts";
import { addSitePage } from "../frame/answer-page.ts";
import type { Site } from "../frame/site.ts";
import { t as landingText } from "../landing/texts.ts";
import { examplePage } from "./example-page.ts";
import { t } from "./texts.ts";

/** The report of an invented campaign as a page and as a PDF, for visitors without an account. */
export function exampleRoutes(app: FastifyInstance, site: Site, platform: Platform): void {
  const documentOf = exampleDocument(platform);
  addSitePage(app, site, "/example-report", (visit) => examplePage(visit, termsOf(site, visit.language)));
  app.get<{ Params: { language: string } }>("/site/example-report/:language.pdf", async (request, reply) => {
    await app.services.limits.countAddress(request.ip);
    const language = offeredLanguages(request).find((each) => each === request.params.language);
    if (!language) throw notFound();
    const body = await documentOf({ ...termsOf(site, language), letterhead: await letterheadOf(platform) });
    reply.headers({ "cache-control": "public, max-age=600", "x-robots-tag": "noindex" });
    return sendFile(reply, { body, contentType: "application/pdf", filename: `example-report-${language}.pdf` });
  });
}

/** The example at the operator's prices, in the first offered currency. */
function termsOf({ settings, clock }: Site, lang: Language = defaultLanguage): ExampleTerms {
  const { prices } = settings.current();
  return {
    lang,
    title: landingText(lang, "case.headline"),
    advertiser: t(lang, "example.advertiser"),
    letterhead: productLetterhead,
    prices: pricesIn(prices, currencyOfCountry(prices.currencies, null)),
    at: clock.now(),
  };
}
