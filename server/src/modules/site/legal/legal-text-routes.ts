import { endpoints } from "@litfass/contract/index";
import { defaultLanguage } from "@litfass/contract/kernel/language";
import { mount, mountPublic } from "@litfass/platform/http/mount";
import { html } from "@litfass/platform/http/pages/html";
import type { Database } from "@litfass/platform/postgres/postgres";
import type { FastifyInstance } from "fastify";
import { hasAccepted } from "../../users/index.ts";
import type { Site } from "../frame/site.ts";
import { builtInMarkdown, legalPage } from "./legal-pages.ts";

/** What the editor of legal texts shows, and what customers are told about new terms. */
export function legalTextRoutes(app: FastifyInstance, site: Site, db: Database): void {
  const { settings, files } = site;

  mountPublic(app, endpoints.showTerms, async ({ lang, caller }) => {
    const { terms_edition: edition, terms_changes: changes } = settings.current().legal;
    return {
      edition,
      changes: changes[lang] || changes[defaultLanguage],
      has_accepted: caller !== null && (await hasAccepted(db, caller.uid)),
    };
  });

  mount(app, endpoints.showBuiltInLegalText, async ({ query }) => ({
    text: builtInMarkdown(query.document, query.language, settings.current().company),
  }));

  mount(app, endpoints.previewLegalText, async ({ body: { document, language, text } }) => {
    const page = legalPage(document, language, site, text);
    const preview = html`<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${page.title}</title>
<meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${files.stylesheet}"></head><body><main>${page.body}</main></body></html>`;
    return { html: preview.text };
  });
}
