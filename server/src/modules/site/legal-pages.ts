import { type Language, languages } from "@litfass/contract/kernel/messages";
import { visibility as viewability } from "@litfass/contract/kernel/viewability";
import type { Config } from "@litfass/platform/config/config";
import { languageOf } from "@litfass/platform/http/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { sendServerPage } from "@litfass/platform/http/pages/server-page";
import { catalog } from "@litfass/platform/i18n/catalog";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Seller } from "../billing/index.ts";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };

const t = catalog(en, de);

/** The sections of each page in order; their texts are in the catalog under these names. */
const pages = {
  terms: [
    "terms.subject",
    "terms.account",
    "terms.prices",
    "terms.delivery",
    "terms.content",
    "terms.refund",
    "terms.liability",
    "terms.privacy",
    "terms.changes",
  ],
  privacy: [
    "privacy.controller",
    "privacy.account",
    "privacy.ads",
    "privacy.cookies",
    "privacy.recipients",
    "privacy.rights",
  ],
  imprint: ["imprint.operator", "imprint.contact", "imprint.vat", "imprint.content"],
} as const;
type LegalPage = keyof typeof pages;
type Section = (typeof pages)[LegalPage][number];

const names = Object.keys(pages) as LegalPage[];
/** The sections that start with the operator's address. */
const addressed: readonly Section[] = ["privacy.controller", "imprint.operator"];

/**
 * Terms (also `/agb`), privacy and imprint: model texts with the operator of the configuration, open to everyone, in the
 * language of `?lang` or of the browser (PUB-014 to PUB-017, ROUTE-043).
 */
export function legalPages(app: FastifyInstance, { seller }: Config): void {
  const add = (path: string, page: LegalPage) =>
    app.get(path, (request, reply) => {
      const language = chosenLanguage(request);
      return sendServerPage(reply, {
        language,
        title: t(language, `${page}.title`),
        body: bodyOf(page, language, seller),
      });
    });
  for (const name of names) add(`/${name}`, name);
  add("/agb", "terms");
}

function chosenLanguage(request: FastifyRequest): Language {
  const { lang } = request.query as { lang?: unknown };
  return languages.find((language) => language === lang) ?? languageOf(request);
}

function bodyOf(page: LegalPage, language: Language, seller: Seller): Html {
  const { name, city, email, vatNumber } = seller;
  const values = { name, city, email, vatNumber, guaranteed: viewability.guaranteed };
  const other = language === "en" ? "de" : "en";
  const links = names.map(
    (each) =>
      html`<a href="/${each}?lang=${language}"${each === page && html` aria-current="page"`}>${t(language, `${each}.link`)}</a>`,
  );
  const sections = pages[page].map((section: Section) => {
    const paragraphs = t(language, `${section}.text`, values).split("\n\n");
    return html`<h2>${t(language, `${section}.heading`)}</h2>${
      addressed.includes(section) && html`<address>${addressOf(seller).map((line) => html`${line}<br>`)}</address>`
    }${paragraphs.map((paragraph) => paragraph !== "" && html`<p>${paragraph}</p>`)}`;
  });
  return html`<nav>${links}<a href="/${page}?lang=${other}" lang="${other}" hreflang="${other}">${t(other, "language")}</a></nav>
<h1>${t(language, `${page}.title`)}</h1><p class="caption">${t(language, `${page}.lead`, values)}</p>
${sections}`;
}

/** Name and address of the operator, one line each. */
const addressOf = (seller: Seller): string[] => [
  seller.name,
  `${seller.street} ${seller.houseNumber}`,
  `${seller.countryCode}-${seller.postalCode} ${seller.city}`,
];
