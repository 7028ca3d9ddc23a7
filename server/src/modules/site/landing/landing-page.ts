import type { Language } from "@litfass/contract/kernel/messages";
import { visibility } from "@litfass/contract/kernel/viewability";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { columnArt } from "../frame/art.ts";
import type { SitePage } from "../frame/page-frame.ts";
import type { Site, Visit } from "../frame/site.ts";
import { prefilledMessage } from "../pages/offers.ts";
import { landingData } from "../seo/structured-data.ts";
import { trySection, untouched } from "../try-it/try-section.ts";
import { contactSection, faqOf, faqSection } from "./closing-sections.ts";
import { helpSection, howSection, pricesSection } from "./offer-sections.ts";
import { planOffers } from "./plan-offers.ts";
import { caseSection, storiesSection } from "./story-sections.ts";
import { t } from "./texts.ts";
import { whySection } from "./why-section.ts";

/** The landing page. `?about` names an offer, which the contact form's message then asks for (SVC-003). */
export function landingPage({ config }: Site, { language, request }: Visit): SitePage {
  const { plans, lowest } = planOffers(language);
  const { about } = request.query as { about?: unknown };
  const message = prefilledMessage(language, about);
  const description = t(language, "meta.description", { guaranteed: visibility.guaranteed, price: lowest });
  return {
    path: "/",
    title: t(language, "meta.title"),
    description,
    hero: hero(language, lowest),
    body: html`${whySection(language)}${howSection(language)}${trySection(language, untouched)}${pricesSection(language)}${storiesSection(language)}${caseSection(language)}${helpSection(language)}${faqSection(language)}${contactSection(language, config.seller.name, { values: { message } })}`,
    structuredData: landingData({ config, language, description, plans, faq: faqOf(language) }),
  };
}

const hero = (language: Language, price: string): Html =>
  html`<div class="g"><div class="copy"><h1 class="poster">${t(language, "hero.title")}</h1><p class="lead">${t(language, "hero.lead")}</p><div class="row"><a class="btn k l" href="/register">${t(language, "hero.start")}</a><span class="from">${t(language, "hero.price", { price })}</span></div></div><div class="art">${columnArt({ first: t(language, "hero.art.first"), second: t(language, "hero.art.second"), seen: t(language, "hero.art.seen") })}</div></div>`;
