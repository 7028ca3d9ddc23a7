import type { Language } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import type { FastifyRequest } from "fastify";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn } from "../frame/site.ts";
import type { Guide } from "./guide-contents.ts";
import { type ExcerptPart, type GuideHit, maxQueryLength, searchGuide } from "./search-guide.ts";
import { t } from "./texts.ts";

const searchPath = "/docs/search";

/** `?q` of an address, cut to what is searched for. */
export function queryOf({ query }: FastifyRequest): string {
  const { q } = query as { q?: unknown };
  return typeof q === "string" ? q.trim().slice(0, maxQueryLength) : "";
}

/** The search field of the documentation. It works without scripts. */
export const searchForm = (language: Language, query = ""): Html =>
  html`<form class="guide-search" role="search" action="${pathIn(language, searchPath)}"><input class="inp" type="search" name="q" value="${query}" maxlength="${maxQueryLength}" required aria-label="${t(language, "search")}" placeholder="${t(language, "find")}"><button class="btn">${t(language, "find")}</button></form>`;

/** The sections of the documentation that have every word of the query. Not listed in search engines. */
export function searchPage(guide: Guide, language: Language, query: string): SitePage {
  const hits = searchGuide(guide, language, query);
  return {
    path: searchPath,
    title: t(language, "search"),
    isUnlisted: true,
    body: html`<div class="text wide guide-hits"><p><a href="${pathIn(language, "/docs")}">${t(language, "title")}</a></p><h1>${t(language, "search")}</h1>${searchForm(language, query)}${query !== "" && results(hits, language, query)}</div>`,
  };
}

function results(hits: GuideHit[], language: Language, query: string): Html {
  if (hits.length === 0) {
    const contact = html`<a href="${pathIn(language, "/")}#contact">${t(language, "ask")}</a>`;
    return html`<p class="lead">${t(language, "none", { query })}</p><p>${t(language, "noneText")} ${contact}</p>`;
  }
  return html`<p>${t(language, "found", { count: hits.length })}</p><ol>${hits.map((hit) => result(hit, language))}</ol>`;
}

function result({ name, title, heading, anchor, excerpt }: GuideHit, language: Language): Html {
  const address = `${pathIn(language, `/docs/${name}`)}${anchor && `#${anchor}`}`;
  return html`<li><a href="${address}">${heading === "" ? title : `${title}: ${heading}`}</a><p class="sum">${excerpt.map(mark)}</p></li>`;
}

const mark = ({ text, isMatch }: ExcerptPart): Html => (isMatch ? html`<mark>${text}</mark>` : html`${text}`);
