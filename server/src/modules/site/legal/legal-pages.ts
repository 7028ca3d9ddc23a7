import type { Language } from "@litfass/contract/kernel/language";
import { visibility as viewability } from "@litfass/contract/kernel/viewability";
import type { Company } from "@litfass/contract/settings/company";
import { type LegalDocument, legalDocuments } from "@litfass/contract/settings/legal-texts";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { catalog } from "@litfass/platform/i18n/catalog";
import type { FastifyInstance } from "fastify";
import { addSitePage } from "../frame/answer-page.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Site } from "../frame/site.ts";
import { addressOf, renderLegalText } from "./render-legal-text.ts";
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
} as const satisfies Record<LegalDocument, readonly string[]>;
type Section = (typeof pages)[LegalDocument][number];

/** The sections that start with the operator's address. */
const addressed: readonly Section[] = ["privacy.controller", "imprint.operator"];

/**
 * Terms (also `/agb`), privacy and imprint: the operator's own texts or model texts, with the company of the settings,
 * open to everyone, in the language of the address, of `?lang` or of the browser (PUB-014 to PUB-017, ROUTE-043).
 */
export function legalPages(app: FastifyInstance, site: Site): void {
  const add = (path: string, page: LegalDocument) =>
    addSitePage(app, site, path, ({ language }) =>
      legalPage(page, language, site, site.settings.current().legal[page][language]),
    );
  for (const name of legalDocuments) add(`/${name}`, name);
  add("/agb", "terms");
}

/** The page of a legal text; an empty `text` is the built-in one. */
export function legalPage(
  page: LegalDocument,
  language: Language,
  { settings }: Pick<Site, "settings">,
  text: string,
): SitePage {
  const { company } = settings.current();
  const lead = t(language, `${page}.lead`, valuesOf(company));
  const links = legalDocuments.map(
    (each) =>
      html`<a href="${pathIn(language, `/${each}`)}"${each === page && html` aria-current="page"`}>${t(language, `${each}.link`)}</a>`,
  );
  const title = t(language, `${page}.title`);
  const body =
    text === "" ? html`<p class="lead">${lead}</p>${builtIn(page, language, company)}` : renderLegalText(text, company);
  return {
    path: `/${page}`,
    title,
    description: lead,
    body: html`<div class="text"><nav class="tabs" aria-label="${t(language, "nav.label")}">${links}</nav>
<h1>${title}</h1>${body}</div>`,
  };
}

/** The built-in text as Markdown with placeholders for the company's data, to start an own one from. */
export function builtInMarkdown(page: LegalDocument, language: Language, company: Company): string {
  const values = {
    ...valuesOf(company),
    ...{ name: "{name}", city: "{city}", email: "{email}", phone: "{phone}" },
    ...{ register: "{register}", vatNumber: "{vat_number}" },
  };
  const sections = sectionsOf(page, company).map((section) =>
    [
      `# ${t(language, `${section}.heading`)}`,
      ...(addressed.includes(section) ? ["{address}"] : []),
      t(language, `${section}.text`, values),
    ]
      .filter((part) => part !== "")
      .join("\n\n"),
  );
  return [t(language, `${page}.lead`, values), ...sections].join("\n\n");
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

/** Without the sections about what the company does not have. */
const sectionsOf = (page: LegalDocument, company: Company): Section[] =>
  pages[page].filter(
    (section: Section) =>
      (section !== "imprint.register" || company.register !== null) &&
      (section !== "imprint.vat" || company.vat_number !== null),
  );

const builtIn = (page: LegalDocument, language: Language, company: Company): Html[] =>
  sectionsOf(page, company).map((section) => {
    const paragraphs = t(language, `${section}.text`, valuesOf(company)).split("\n\n");
    return html`<h2>${t(language, `${section}.heading`)}</h2>${
      addressed.includes(section) && html`<address>${addressOf(company).map((line) => html`${line}<br>`)}</address>`
    }${paragraphs.map((paragraph) => paragraph !== "" && html`<p>${paragraph}</p>`)}`;
  });
