import type { Language } from "@litfass/contract/kernel/language";
import { visibility } from "@litfass/contract/kernel/viewability";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { contactForm, type FormState } from "../contact/contact-form.ts";
import { t as contactText } from "../contact/texts.ts";
import { type PublicPrices, planOffers } from "./plan-offers.ts";
import { t } from "./texts.ts";

const questions = ["cost", "impressions", "seen", "below", "banner", "where", "stop", "data"] as const;

/** 60000 as the copy writes it: `60K`. */
const thousands = (count: number): string => `${count / 1000}K`;

/** The questions and answers, for the page and for search engines (CONST-015). */
export function faqOf(language: Language, prices: PublicPrices): { question: string; answer: string }[] {
  const { plans, term, texts } = planOffers(language, prices);
  const impressions = Object.fromEntries(plans.map((plan) => [plan.id, thousands(plan.impressionsPerBooking)]));
  const values = { term, price: texts.reversed, cpm: texts.spoken, guaranteed: visibility.guaranteed, ...impressions };
  return questions.map((each) => ({
    question: t(language, `faq.${each}.q`, values),
    answer: t(language, `faq.${each}.a`, values),
  }));
}

export const faqSection = (language: Language, prices: PublicPrices): Html =>
  html`<section class="s" id="faq"><div class="w"><h2 class="h2">${t(language, "faq.title")}</h2><div class="faq">${faqOf(
    language,
    prices,
  ).map(
    ({ question, answer }, at) =>
      html`<details${at === 0 && html` open`}><summary>${question}</summary><p>${answer}</p></details>`,
  )}</div></div></section>`;

/** About us (PUB-007), unless the operator leaves it out (`null`), next to the contact form (PUB-008). */
export const contactSection = (
  language: Language,
  { operator, about }: { operator: string; about: string | null },
  state: FormState,
): Html =>
  html`<section class="s last" id="contact"><div class="w con"><div><h2 class="h2">${contactText(language, "contact.title")}</h2><p class="soft">${contactText(language, "contact.lead")}</p>${about !== null && aboutUs(language, operator, about)}</div>${contactForm(language, state)}</div></section>`;

/** The operator's own text, or the built-in one. */
function aboutUs(language: Language, operator: string, own: string): Html {
  const paragraphs =
    own === "" ? [t(language, "about.text", { operator }), t(language, "about.values")] : own.split(/\n\s*\n/);
  return html`<div id="about"><h3>${t(language, "about.title")}</h3>${paragraphs.map((text) => html`<p class="soft">${text}</p>`)}</div>`;
}
