import type { Language } from "@litfass/contract/kernel/language";
import { visibility as viewability } from "@litfass/contract/kernel/viewability";
import type { Company } from "@litfass/contract/settings/company";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { catalog } from "@litfass/platform/i18n/catalog";
import type { FastifyInstance } from "fastify";
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
  imprint: ["imprint.operator", "imprint.contact", "imprint.register", "imprint.vat", "imprint.content"],
} as const;
type LegalPage = keyof typeof pages;
type Section = (typeof pages)[LegalPage][number];

const names = Object.keys(pages) as LegalPage[];
/** The sections that start with the operator's address. */
const addressed: readonly Section[] = ["privacy.controller", "imprint.operator"];

/**
 * Terms (also `/agb`), privacy and imprint: model texts with the operator of the settings, open to everyone, in the
 * language of the address, of `?lang` or of the browser (PUB-014 to PUB-017, ROUTE-043).
 */
export function legalPages(app: FastifyInstance, site: Site): void {
  const add = (path: string, page: LegalPage) =>
    addSitePage(app, site, path, ({ language }) => ({
      path: `/${page}`,
      title: t(language, `${page}.title`),
      description: t(language, `${page}.lead`, valuesOf(site.settings.current().company)),
      body: bodyOf(page, language, site.settings.current().company),
    }));
  for (const name of names) add(`/${name}`, name);
  add("/agb", "terms");
}

const valuesOf = ({ name, city, email, phone, register, vat_number: vatNumber }: Company) => ({
  name,
  city,
  email,
  phone: phone ?? "",
  register: register ?? "",
  vatNumber: vatNumber ?? "",
  guaranteed: viewability.guaranteed,
});

function bodyOf(page: LegalPage, language: Language, company: Company): Html {
  const values = valuesOf(company);
  const links = names.map(
    (each) =>
      html`<a href="${pathIn(language, `/${each}`)}"${each === page && html` aria-current="page"`}>${t(language, `${each}.link`)}</a>`,
  );
  const sections = pages[page]
    .filter((section: Section) => section !== "imprint.register" || company.register)
    .filter((section: Section) => section !== "imprint.vat" || company.vat_number !== null)
    .map((section: Section) => {
      const paragraphs = t(language, `${section}.text`, values).split("\n\n");
      return html`<h2>${t(language, `${section}.heading`)}</h2>${
        addressed.includes(section) && html`<address>${addressOf(company).map((line) => html`${line}<br>`)}</address>`
      }${paragraphs.map((paragraph) => paragraph !== "" && html`<p>${paragraph}</p>`)}`;
    });
  return html`<div class="text"><nav class="tabs" aria-label="${t(language, "nav.label")}">${links}</nav>
<h1>${t(language, `${page}.title`)}</h1><p class="lead">${t(language, `${page}.lead`, values)}</p>
${sections}</div>`;
}

/** Name and address of the operator, one line each. */
const addressOf = (company: Company): string[] => [
  company.name,
  `${company.street} ${company.house_number}`,
  `${company.country_code}-${company.postal_code} ${company.city}`,
];
