import { termText } from "@litfass/contract/billing/term-text";
import { type Language, localeOf } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { defaultCurrencies } from "@litfass/contract/settings/default-currencies";
import { type PriceList, pricesIn } from "@litfass/contract/settings/price-list";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { pathIn } from "../frame/site.ts";
import { agencyBenefits, serviceParts } from "../pages/offers.ts";
import { t as pageText } from "../pages/texts.ts";
import { planArt } from "./plan-art.ts";
import { type PlanReduction, type PublicPrices, planOffers } from "./plan-offers.ts";
import { t } from "./texts.ts";

const steps = ["places", "budget", "form", "start"] as const;

export const howSection = (language: Language): Html =>
  html`<section class="s" id="how"><div class="w"><h2 class="h2">${t(language, "how.title")}</h2><ol class="steps">${steps.map(
    (step, at) =>
      html`<li><b aria-hidden="true">${at + 1}</b><h3>${t(language, `how.${step}.title`)}</h3><span>${t(language, `how.${step}.text`)}</span></li>`,
  )}</ol></div></section>`;

/** The packages with their prices (PUB-003, PKG-003). Standard is also sold as Growth (PKG-002). */
export function pricesSection(language: Language, prices: PublicPrices): Html {
  const { plans, term, texts } = planOffers(language, prices);
  return html`<section class="s" id="prices"><div class="w"><h2 class="h2">${t(language, "prices.title", { cpm: texts.cpm })}</h2><p class="soft">${t(language, "prices.lead", { price: texts.reversed, term })}</p><div class="plans">${plans.map(
    (plan) =>
      html`<div class="plan"><div class="pic">${planArt(plan.id)}</div><div class="in"><h3>${plan.name}${plan.id === "standard" && html` <span>${t(language, "prices.also")}</span>`}</h3><div class="price num"><b>${plan.price}</b><span class="soft">${t(language, "prices.booking", { term: termText(plan.months, language) })}</span></div>${plan.discount && reduction(language, plan.discount, plan.currency)}<p class="soft num">${t(language, "prices.month", { price: plan.pricePerMonth })}</p><ul>${plan.benefits.map((benefit) => html`<li>${benefit}</li>`)}</ul><a class="btn" href="/register">${t(language, "prices.choose", { plan: plan.name })}</a></div></div>`,
  )}</div><p class="fine">${priceNote(language, prices.prices)}</p></div></section>`;
}

/** Which countries pay in which currency, unless the operator's choice is the built-in one. */
function priceNote(language: Language, { currencies, ...prices }: PriceList): string {
  const isSame = pricesIn({ currencies, ...prices }, "CHF").label !== "CHF";
  if (isSame && JSON.stringify(currencies) === JSON.stringify(defaultCurrencies)) return t(language, "prices.note");
  const countries = new Intl.DisplayNames(localeOf(language), { type: "region" });
  const list = new Intl.ListFormat(localeOf(language));
  const named = currencies.offered
    .filter((each) => each.countries.length > 0 && each.currency !== currencies.elsewhere)
    .map((each) => ({
      currency: each.currency,
      countries: list.format(each.countries.map((code) => countries.of(code) ?? code)),
    }))
    .map((values) => t(language, "prices.note.country", values));
  const elsewhere = t(language, named.length > 0 ? "prices.note.elsewhere" : "prices.note.everywhere", {
    currency: currencies.elsewhere,
  });
  return [...named, elsewhere, t(language, "prices.note.vat")].join(" ");
}

/** The list price, struck through, with the reason of the discount and its last day. */
function reduction(language: Language, discount: PlanReduction, currency: Currency): Html {
  const { label, percent, list_price_formatted: list, last_on, first_purchase_only } = discount;
  const name = percent === null ? label : `${label} −${percent}%`;
  const day = last_on.split("-").reverse().join(".");
  return html`<p class="was num"><s>${t(language, "prices.was", { price: `${currency} ${list}` })}</s> <span class="deal">${name}</span></p><p class="soft num">${t(language, "prices.until", { day })}${first_purchase_only && html` ${t(language, "prices.first")}`}</p>`;
}

/** What the operator does for agencies (AGENCY-001) and beyond banners (SVC-001). */
export const helpSection = (
  language: Language,
): Html => html`<section class="s" id="help"><div class="w"><h2 class="h2">${t(language, "help.title")}</h2><div class="two">
<div class="card offer" id="agency"><h3>${t(language, "help.agency.title")}</h3><p>${t(language, "help.agency.lead")}</p><ul class="ticks">${agencyBenefits.map((each) => html`<li>${pageText(language, `agency.${each}.title`)}</li>`)}</ul><div class="row"><a class="btn" href="${pathIn(language, "/agency")}">${t(language, "help.agency.more")}</a></div></div>
<div class="card offer" id="services"><h3>${t(language, "help.services.title")}</h3><p>${t(language, "help.services.lead")}</p><ul class="ticks">${serviceParts.map((each) => html`<li>${pageText(language, `services.${each}.title`)}</li>`)}</ul><div class="row"><a class="btn p" href="${pathIn(language, "/")}?about=services#contact">${t(language, "help.services.ask")}</a><a class="btn" href="${pathIn(language, "/services")}">${t(language, "help.services.more")}</a></div></div>
</div></div></section>`;
