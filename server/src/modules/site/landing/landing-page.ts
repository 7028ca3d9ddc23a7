import type { Language } from "@litfass/contract/kernel/language";
import { visibility } from "@litfass/contract/kernel/viewability";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import type { SiteTexts } from "@litfass/contract/settings/site-content";
import { storiesOf } from "@litfass/contract/settings/site-content";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { dayOf } from "../../billing/index.ts";
import { columnArt } from "../frame/art.ts";
import type { SitePage } from "../frame/page-frame.ts";
import type { ShareTexts } from "../frame/share-picture.ts";
import type { Site, Visit } from "../frame/site.ts";
import { prefilledMessage } from "../pages/offers.ts";
import { landingData } from "../seo/structured-data.ts";
import { firstBudget, trySection, untouched } from "../try-it/try-section.ts";
import { contactSection, faqOf, faqSection } from "./closing-sections.ts";
import { helpSection, howSection, pricesSection } from "./offer-sections.ts";
import { planOffers } from "./plan-offers.ts";
import { caseSection, storiesSection } from "./story-sections.ts";
import { t } from "./texts.ts";
import { whySection } from "./why-section.ts";

/** The landing page. `?about` names an offer, which the contact form's message then asks for (SVC-003). */
export function landingPage({ config: { publicUrl }, settings, clock }: Site, { language, request }: Visit): SitePage {
  const { prices: list, brand, company, site } = settings.current();
  const prices = { prices: list, today: dayOf(clock.now()) };
  const { sections } = site;
  const texts = site.texts[language];
  const operator = brand.operator_name;
  const currency = currencyOfCountry(list.currencies, null);
  const { plans, texts: amounts } = planOffers(language, prices);
  const { about } = request.query as { about?: unknown };
  const message = prefilledMessage(language, about);
  const description = t(language, "meta.description", { guaranteed: visibility.guaranteed, price: amounts.price });
  return {
    path: "/",
    title: t(language, "meta.title", { operator }),
    isWholeTitle: true,
    description,
    hero: hero(language, { price: amounts.price, operator, texts, withPrice: sections.prices }),
    body: html`${[
      sections.why && whySection(language, operator),
      sections.how && howSection(language),
      sections.try && trySection(language, untouched(firstBudget(list, currency)), { operator, currency }),
      sections.prices && pricesSection(language, prices),
      sections.stories && storiesSection(language, storiesOf(texts.stories), prices),
      sections.case && caseSection(language, operator, prices),
      sections.help && helpSection(language),
      sections.faq && faqSection(language, prices),
    ]}${contactSection(language, { operator: company.name, about: sections.about ? texts.about : null }, { values: { message } })}`,
    structuredData: landingData({
      publicUrl,
      company,
      language,
      description,
      plans,
      brand,
      faq: sections.faq ? faqOf(language, prices) : [],
    }),
  };
}

/** What the picture of shared links says: the headline, and the lowest price unless the prices are left out. */
export function shareTexts({ settings, clock }: Pick<Site, "settings" | "clock">, language: Language): ShareTexts {
  const { prices, site } = settings.current();
  const { texts } = planOffers(language, { prices, today: dayOf(clock.now()) });
  return {
    headline: site.texts[language].headline || t(language, "hero.title"),
    posters: postersIn(language),
    price: site.sections.prices ? t(language, "hero.price", { price: texts.price }) : null,
  };
}

/** The texts of the posters on the column. */
const postersIn = (language: Language) => ({
  first: t(language, "hero.art.first"),
  second: t(language, "hero.art.second"),
  bike: t(language, "hero.art.bike"),
  seen: t(language, "hero.art.seen"),
});

type Hero = { price: string; operator: string; texts: SiteTexts; withPrice: boolean };

const hero = (language: Language, { price, operator, texts, withPrice }: Hero): Html =>
  html`<div class="g"><div class="copy"><h1 class="poster">${texts.headline || t(language, "hero.title")}</h1><p class="lead">${texts.lead || t(language, "hero.lead", { operator })}</p><div class="row"><a class="btn k l" href="/register">${t(language, "hero.start")}</a>${withPrice && html`<span class="from">${t(language, "hero.price", { price })}</span>`}</div></div><div class="art">${columnArt(postersIn(language))}</div></div>`;
