import type { Language } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { FastifyInstance } from "fastify";
import { addSitePage } from "../frame/answer-page.ts";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Site } from "../frame/site.ts";
import {
  type Guide,
  type GuideName,
  guideNames,
  guideReaders,
  guideSections,
  readGuide,
  textIn,
} from "./guide-contents.ts";
import { type GuidePictures, servePictures } from "./guide-pictures.ts";
import { renderGuide } from "./render-guide.ts";
import { queryOf, searchForm, searchPage } from "./search-page.ts";
import { t } from "./texts.ts";

/** The addresses of the documentation without their language. */
export const guidePaths: readonly string[] = ["/docs", ...guideNames.map((name) => `/docs/${name}`)];

/**
 * The documentation at `/docs`, from the Markdown files in `docs/guide`: readable without scripts, in the language of
 * the address. Pages that nobody has translated are shown in English and say so.
 */
export function guidePages(app: FastifyInstance, site: Site): void {
  const guide = readGuide();
  const pictures = servePictures(app);
  addSitePage(app, site, "/docs", ({ language }) => indexPage(guide, language));
  addSitePage(app, site, "/docs/search", ({ language, request }) => searchPage(guide, language, queryOf(request)));
  for (const name of guideNames) {
    addSitePage(app, site, `/docs/${name}`, ({ language }) => guidePage(name, language, { guide, pictures }));
  }
}

const titleOf = (guide: Guide, name: GuideName, language: Language): string => textIn(guide, name, language).title;

function indexPage(guide: Guide, language: Language): SitePage {
  return {
    path: "/docs",
    title: t(language, "title"),
    description: t(language, "lead"),
    body: html`<div class="text wide guide-index"><h1>${t(language, "title")}</h1><p class="lead">${t(language, "lead")}</p>${searchForm(language)}<div class="two">${guideReaders.map(
      (reader) =>
        html`<section class="card" aria-labelledby="for-${reader}"><h2 id="for-${reader}">${t(language, `reader.${reader}`)}</h2><ul>${guideSections[
          reader
        ].map((name) => {
          const { title, lead } = textIn(guide, name, language);
          return html`<li><a href="${pathIn(language, `/docs/${name}`)}">${title}</a><p class="sum">${lead}</p></li>`;
        })}</ul></section>`,
    )}</div></div>`,
  };
}

type Contents = { guide: Guide; pictures: GuidePictures };

function guidePage(name: GuideName, language: Language, { guide, pictures }: Contents): SitePage {
  const { title, lead, text, language: written } = textIn(guide, name, language);
  const isForeign = written !== language;
  return {
    path: `/docs/${name}`,
    title,
    description: lead,
    body: html`<div class="guide">${menu(guide, name, language)}<article class="text"${isForeign && html` lang="${written}"`}>${
      isForeign && html`<p class="note" lang="${language}">${t(language, "english")}</p>`
    }<h1>${title}</h1><p class="lead">${lead}</p>${renderGuide(text, { language, pictures })}</article></div>`,
  };
}

/** All pages by reader, folded on phones. */
function menu(guide: Guide, current: GuideName, language: Language): Html {
  const groups = guideReaders.map(
    (reader) =>
      html`<p>${t(language, `reader.${reader}`)}</p><ul>${guideSections[reader].map(
        (name) =>
          html`<li><a href="${pathIn(language, `/docs/${name}`)}"${name === current && html` aria-current="page"`}>${titleOf(guide, name, language)}</a></li>`,
      )}</ul>`,
  );
  const label = t(language, "title");
  return html`<nav class="guide-menu" aria-label="${label}"><a href="${pathIn(language, "/docs")}">${label}</a>${searchForm(language)}<div class="all">${groups}</div><details><summary>${t(language, "pages")}</summary>${groups}</details></nav>`;
}
