import { html } from "@litfass/platform/http/pages/html";
import type { SitePage } from "../frame/page-frame.ts";
import { pathIn, type Visit } from "../frame/site.ts";
import { agencyBenefits, serviceParts } from "./offers.ts";
import { t } from "./texts.ts";

type Offer = "agency" | "services";

export const agencyPage = ({ language }: Visit): SitePage =>
  offerPage(
    language,
    "agency",
    agencyBenefits.map((each) => ({
      title: t(language, `agency.${each}.title`),
      text: t(language, `agency.${each}.text`),
    })),
  );

export const servicesPage = ({ language }: Visit): SitePage =>
  offerPage(
    language,
    "services",
    serviceParts.map((each) => ({
      title: t(language, `services.${each}.title`),
      text: t(language, `services.${each}.text`),
    })),
  );

/** An offer with its parts, and a button that opens the contact form with a message about it (SVC-003). */
function offerPage(language: Visit["language"], offer: Offer, parts: { title: string; text: string }[]): SitePage {
  return {
    path: `/${offer}`,
    title: t(language, `${offer}.title`),
    description: t(language, `${offer}.meta`),
    body: html`<div class="text wide"><h1>${t(language, `${offer}.title`)}</h1><p class="lead">${t(language, `${offer}.lead`)}</p><ul class="list">${parts.map(({ title, text }) => html`<li><h2>${title}</h2><p>${text}</p></li>`)}</ul><div class="cta"><p class="h2">${t(language, `${offer}.cta`)}</p><a class="btn k l" href="${pathIn(language, "/")}?about=${offer}#contact">${t(language, `${offer}.button`)}</a></div></div>`,
  };
}
