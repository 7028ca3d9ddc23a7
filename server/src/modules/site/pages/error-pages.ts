import type { Language } from "@litfass/contract/kernel/language";
import { html } from "@litfass/platform/http/pages/html";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn } from "../frame/site.ts";
import { t } from "./texts.ts";

/** 404: an empty banner and two ways on. */
export const notFoundPage = (language: Language): SitePage => ({
  path: "/",
  title: t(language, "lost.title"),
  isUnlisted: true,
  body: html`<div class="w lost"><div><h1 class="h1">${t(language, "lost.title")}</h1><p class="lead">${t(language, "lost.text")}</p><p class="row"><a class="btn p" href="${pathIn(language, "/")}">${t(language, "lost.home")}</a><a class="btn" href="${pathIn(language, "/")}#contact">${t(language, "lost.contact")}</a></p></div><div class="empty" aria-hidden="true">${t(language, "lost.space")}</div></div>`,
});

/** Too many requests, or a failure. `text` is already in the reader's language. */
export const problemPage = (language: Language, problem: { isBusy: boolean; text: string | null }): SitePage => ({
  path: "/",
  title: t(language, problem.isBusy ? "busy.title" : "broken.title"),
  isUnlisted: true,
  body: html`<div class="text"><h1>${t(language, problem.isBusy ? "busy.title" : "broken.title")}</h1><p class="lead">${problem.text ?? t(language, "broken.text")}</p><p class="row"><a class="btn p" href="${pathIn(language, "/")}">${t(language, "lost.home")}</a></p></div>`,
});
