import type { Language } from "@litfass/contract/kernel/language";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { t } from "./texts.ts";

/** The newsletter form of every public page (PUB-012). It works without scripts, like the contact form. */
export const subscribeForm = (language: Language): Html =>
  html`<form method="post" action="/${language}/newsletter" data-api="/api/v1/frontend/subscribe" novalidate><label for="news-email">${t(language, "news.label")}</label><div class="send"><input class="inp" id="news-email" name="email" type="email" autocomplete="email" required maxlength="254" placeholder="${t(language, "news.placeholder")}" aria-describedby="news-email-error"><button class="btn" type="submit">${t(language, "news.subscribe")}</button></div><p class="err" id="news-email-error" data-error="email"></p><p class="note" role="status" data-note></p><p class="fine">${t(language, "news.note")}</p><div class="hp" aria-hidden="true"><label>${t(language, "news.trap")}<input name="website" tabindex="-1" autocomplete="off"></label></div></form>`;
