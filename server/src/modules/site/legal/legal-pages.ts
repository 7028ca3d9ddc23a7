import type { Language } from "@litfass/contract/kernel/language";
import { visibility as viewability } from "@litfass/contract/kernel/viewability";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { catalog } from "@litfass/platform/i18n/catalog";
import type { FastifyInstance } from "fastify";
import type { Seller } from "../../billing/index.ts";
import { addSitePage } from "../frame/answer-page.ts";
import { pathIn, type Site } from "../frame/site.ts";
import en from "./texts/en.json" with { type: "json" };

const t = catalog(en, new URL("./texts/", import.meta.url));

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
    "privacy.visit",
    "privacy.forms",
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
 * language of the address, of `?lang` or of the browser (PUB-014 to PUB-017, ROUTE-043).
 */
export function legalPages(app: FastifyInstance, site: Site): void {
  const add = (path: string, page: LegalPage) =>
    addSitePage(app, site, path, ({ language }) => ({
      path: `/${page}`,
      title: t(language, `${page}.title`),
      description: t(language, `${page}.lead`, valuesOf(site.config.seller)),
      body: bodyOf(page, language, site.config.seller),
    }));
  for (const name of names) add(`/${name}`, name);
  add("/agb", "terms");
}

const valuesOf = ({ name, city, email, vatNumber }: Seller) => ({
  name,
  city,
  email,
  vatNumber,
  guaranteed: viewability.guaranteed,
});

function bodyOf(page: LegalPage, language: Language, seller: Seller): Html {
  const values = valuesOf(seller);
  const links = names.map(
    (each) =>
      html`<a href="${pathIn(language, `/${each}`)}"${each === page && html` aria-current="page"`}>${t(language, `${each}.link`)}</a>`,
  );
  const sections = pages[page].map((section: Section) => {
    const paragraphs = t(language, `${section}.text`, values).split("\n\n");
    return html`<h2>${t(language, `${section}.heading`)}</h2>${
      addressed.includes(section) && html`<address>${addressOf(seller).map((line) => html`${line}<br>`)}</address>`
    }${paragraphs.map((paragraph) => paragraph !== "" && html`<p>${paragraph}</p>`)}`;
  });
  return html`<div class="text"><nav class="tabs" aria-label="${t(language, "nav.label")}">${links}</nav>
<h1>${t(language, `${page}.title`)}</h1><p class="lead">${t(language, `${page}.lead`, values)}</p>
${sections}</div>`;
}

/** Name and address of the operator, one line each. */
const addressOf = (seller: Seller): string[] => [
  seller.name,
  `${seller.street} ${seller.houseNumber}`,
  `${seller.countryCode}-${seller.postalCode} ${seller.city}`,
];
