import { problemBody } from "@litfass/platform/http/errors";
import type { Platform } from "@litfass/platform/platform";
import { Problem } from "@litfass/platform/problem";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { aboutAdRoutes } from "./about-ad/about-ad-routes.ts";
import { contactRoutes } from "./contact/contact-routes.ts";
import { exampleRoutes } from "./example/example-routes.ts";
import { createFormLimits } from "./form-limits.ts";
import {
  addSitePage,
  answerPage,
  hideUnofferedLanguages,
  languageOfAddress,
  languageOfVisit,
} from "./frame/answer-page.ts";
import { serveSharePictures } from "./frame/share-picture.ts";
import type { Site } from "./frame/site.ts";
import { serveSiteFiles } from "./frame/site-files.ts";
import { guidePages } from "./guide/guide-pages.ts";
import { landingPage, shareTexts } from "./landing/landing-page.ts";
import { legalPages } from "./legal/legal-pages.ts";
import { legalTextRoutes } from "./legal/legal-text-routes.ts";
import { newsletterRoutes } from "./newsletter/newsletter-routes.ts";
import { acceptPageForms } from "./page-form.ts";
import { notFoundPage, problemPage } from "./pages/error-pages.ts";
import { agencyPage, servicesPage } from "./pages/offer-pages.ts";
import { searchEngineFiles } from "./seo/search-engine-files.ts";
import { tryRoutes } from "./try-it/try-routes.ts";

export type PublicPages = {
  /** Answers a browser at an address that nothing serves. */
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
};

/** Everything that a visitor sees before signing in. */
export async function publicPages(app: FastifyInstance, platform: Platform, dist: string): Promise<PublicPages> {
  const { config } = platform;
  const { settings, clock } = platform;
  const files = serveSiteFiles(app, dist);
  const sharePictures = serveSharePictures(app, platform, (language) => shareTexts({ settings, clock }, language));
  const site: Site = { config, settings, clock, files, sharePictures };
  // A scope of its own, because only these pages take forms posted without a script and answer errors with a page.
  await app.register(async (pages) => {
    hideUnofferedLanguages(pages);
    acceptPageForms(pages);
    pages.setErrorHandler((error, request, reply) => answerFailure(app, site, { error, request, reply }));
    addSitePage(pages, site, "/", (visit) => landingPage(site, visit));
    addSitePage(pages, site, "/agency", agencyPage);
    addSitePage(pages, site, "/services", servicesPage);
    legalPages(pages, site);
    guidePages(pages, site);
    const limits = createFormLimits(platform);
    contactRoutes(pages, site, limits);
    newsletterRoutes(pages, site, limits);
    aboutAdRoutes(pages, site, platform, limits);
    tryRoutes(pages, site, platform);
    exampleRoutes(pages, site, platform);
  });
  legalTextRoutes(app, site, platform.db);
  searchEngineFiles(app, site);
  return {
    notFound: (request, reply) =>
      answerPage(app, site, { request, reply: reply.code(404), fixed: languageOfAddress(request) }, ({ language }) =>
        notFoundPage(language),
      ),
  };
}

type Failure = { error: unknown; request: FastifyRequest; reply: FastifyReply };

/** A page for an expected problem, such as too many requests; other errors are logged. API calls get JSON as usual. */
function answerFailure(app: FastifyInstance, site: Site, { error, request, reply }: Failure) {
  if (request.url.startsWith("/api/")) throw error;
  const problem = error instanceof Problem ? error : new Problem("internal");
  if (problem.kind === "internal") request.log.error({ err: error }, "a public page failed");
  const language = languageOfVisit(request);
  const { retryAfterSeconds } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.ceil(retryAfterSeconds)));
  const text = problem.kind === "internal" ? null : problemBody(problem, language, request.id).message;
  return answerPage(app, site, { request, reply: reply.code(problem.status) }, () =>
    problemPage(language, { isBusy: problem.kind === "too_many_requests", text }),
  );
}
