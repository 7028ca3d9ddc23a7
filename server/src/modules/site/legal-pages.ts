import type { Language } from "@litfass/contract/kernel/messages";
import type { Config } from "@litfass/platform/config/config";
import { languageOf } from "@litfass/platform/http/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { sendServerPage } from "@litfass/platform/http/pages/server-page";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { imprintText } from "./imprint-text.ts";
import type { LegalText } from "./legal-text.ts";
import { privacyText } from "./privacy-text.ts";
import { termsText } from "./terms-text.ts";

const pages = {
  "/terms": termsText,
  "/privacy": privacyText,
  "/imprint": imprintText,
} as const;

type LegalPath = keyof typeof pages;

/**
 * Terms (also `/agb`), privacy and imprint: model texts with the operator of the configuration, open to everyone, in the
 * language of `?lang` or of the browser (PUB-014 to PUB-017, ROUTE-043).
 */
export function legalPages(app: FastifyInstance, config: Config): void {
  const add = (address: string, path: LegalPath) =>
    app.get(address, (request, reply) => {
      const language = asked(request);
      const text = pages[path](language, config.seller);
      return sendServerPage(reply, { language, title: text.title, body: written(text, path, language) });
    });
  for (const path of Object.keys(pages) as LegalPath[]) add(path, path);
  add("/agb", "/terms");
}

function asked(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return lang === "de" || lang === "en" ? lang : languageOf(request);
}

const names: Record<Language, Record<LegalPath, string>> = {
  en: { "/terms": "Terms", "/privacy": "Privacy", "/imprint": "Imprint" },
  de: { "/terms": "AGB", "/privacy": "Datenschutz", "/imprint": "Impressum" },
};

function written({ title, lead, sections }: LegalText, path: LegalPath, language: Language): Html {
  const other = language === "en" ? "de" : "en";
  const links = Object.entries(names[language]).map(
    ([to, name]) => html`<a href="${to}?lang=${language}"${to === path && html` aria-current="page"`}>${name}</a>`,
  );
  return html`<nav>${links}<a href="${path}?lang=${other}" lang="${other}" hreflang="${other}">${
    other === "de" ? "Deutsch" : "English"
  }</a></nav>
<h1>${title}</h1><p class="caption">${lead}</p>
${sections.map(
  ({ heading, paragraphs, address }) =>
    html`<h2>${heading}</h2>${
      address && html`<address>${address.map((line) => html`${line}<br>`)}</address>`
    }${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}`,
)}`;
}
