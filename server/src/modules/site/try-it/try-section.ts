import { formats } from "@litfass/contract/kernel/formats";
import type { Language } from "@litfass/contract/kernel/language";
import { amountOfMinor, type Currency } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import { type PriceList, pricesIn } from "@litfass/contract/settings/price-list";
import { type VisitorForecast, visitorBudget } from "@litfass/contract/site/frontend";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { pathIn } from "../frame/site.ts";
import { colorNames, type Draft, draftColors, draftLimits } from "./draft.ts";
import { t } from "./texts.ts";
import { radiusKm } from "./town-forecast.ts";

export type TryState = {
  draft: Draft;
  town: string;
  budget: number;
  /** Whether the banners are also shown without scripts; with them they load when they come into view. */
  isDrawn: boolean;
  forecast: VisitorForecast | { error: string } | null;
};

/** The proposed budget in whole units: a month of the Standard package. */
export function firstBudget(prices: PriceList, currency: Currency): number {
  const month = Math.round(amountOfMinor(pricesIn(prices, currency).plans.standard.price_per_month));
  return Math.min(visitorBudget.max, Math.max(visitorBudget.min, month));
}

/** The state of the section on the landing page. */
export const untouched = (budget: number): TryState => ({
  draft: { name: "", text: "", color: "night" },
  town: "",
  budget,
  isDrawn: false,
  forecast: null,
});

/** The visitor's own banners and a forecast. Without scripts both forms open the page `/try`. */
export const trySection = (
  language: Language,
  state: TryState,
  { operator, currency }: { operator: string; currency: Currency },
): Html => html`<section class="try" id="try"><div class="w">${state.isDrawn ? html`<h1 class="h2">${t(language, "try.title")}</h1>` : html`<h2 class="h2">${t(language, "try.title")}</h2>`}<p class="soft">${t(language, "try.lead", { operator })}</p>
<div class="tryg">${draftForm(language, state)}${formatList(language, state)}</div>${forecastPart(language, state, currency)}</div></section>`;

const queryOf = (draft: Draft, language: Language): string => `${new URLSearchParams({ ...draft, lang: language })}`;

function draftForm(language: Language, { draft, town, budget }: TryState): Html {
  const text = (name: "name" | "text"): Html =>
    html`<div class="field"><label for="try-${name}">${t(language, `try.${name}`)}</label><input class="inp" id="try-${name}" name="${name}" value="${draft[name]}" maxlength="${draftLimits[name]}" placeholder="${t(language, name === "name" ? "try.sampleName" : "try.sampleText")}" autocomplete="${name === "name" ? "organization" : "off"}"></div>`;
  const swatches = colorNames.map((color) => {
    const { background, button } = draftColors[color];
    return html`<label><svg viewBox="0 0 44 44" aria-hidden="true"><rect width="44" height="44" fill="${background}"/><rect y="30" width="44" height="14" fill="${button}"/></svg><input type="radio" name="color" value="${color}" aria-label="${t(language, `try.color.${color}`)}"${draft.color === color && html` checked`}></label>`;
  });
  return html`<form class="form" action="${pathIn(language, "/try")}" data-draft>${text("name")}${text("text")}<fieldset class="swatches"><legend>${t(language, "try.color")}</legend>${swatches}</fieldset><input type="hidden" name="town" value="${town}"><input type="hidden" name="budget" value="${budget}"><div class="row"><button class="btn p" type="submit">${t(language, "try.draw")}</button></div><a href="/register?${queryOf(draft, language)}" data-take>${t(language, "try.take")}</a></form>`;
}

const formatList = (language: Language, { draft, isDrawn }: TryState): Html =>
  html`<div class="formats"><ul aria-label="${t(language, "try.formats")}">${formats.map((format) => {
    const source = `/try/banner/${format}?${queryOf(draft, language)}`;
    const frame = (address: Html): Html =>
      html`<iframe title="${t(language, "try.frame", { format })}" loading="lazy" tabindex="-1" scrolling="no" ${address}></iframe>`;
    return html`<li><div class="ban b${format}">${frame(html`data-src="${source}"`)}${isDrawn && html`<noscript>${frame(html`src="${source}"`)}</noscript>`}</div>${format.replace("x", " × ")}</li>`;
  })}</ul></div>`;

function forecastPart(language: Language, { draft, town, budget, forecast }: TryState, currency: Currency): Html {
  const error = forecast && "error" in forecast ? forecast.error : "";
  const drafted = Object.entries(draft).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<div class="forecast" id="forecast"><h2 class="title">${t(language, "forecast.title")}</h2><p class="soft">${t(language, "forecast.lead", { radius: radiusKm })}</p>
<form class="ask" action="${pathIn(language, "/try")}#forecast" data-forecast data-failed="${t(language, "forecast.failed")}">${drafted}<div class="field"><label for="forecast-town">${t(language, "forecast.town")}</label><input class="inp" id="forecast-town" name="town" value="${town}" minlength="2" maxlength="60" required autocomplete="address-level2" aria-describedby="forecast-error"${error && html` aria-invalid="true"`}></div><div class="field"><label for="forecast-budget">${t(language, "forecast.budget", { currency })}</label><input class="inp" id="forecast-budget" name="budget" type="number" value="${budget}" min="${visitorBudget.min}" max="${visitorBudget.max}" required aria-describedby="forecast-error"></div><button class="btn p" type="submit">${t(language, "forecast.ask")}</button><p class="err" id="forecast-error" role="alert">${error}</p></form>
<div aria-live="polite" data-result>${forecast && !("error" in forecast) && forecastResult(language, forecast)}</div></div>`;
}

/** The figures of a forecast; the script inserts the same markup. */
export function forecastResult(language: Language, forecast: VisitorForecast): Html {
  const { place, radius_km: radius, days, impressions, reach, viewable_rate: seen } = forecast;
  if (!impressions) return html`<p class="note">${t(language, "forecast.few", { place })}</p>`;
  const range = ({ low, high }: { low: number; high: number }): string =>
    low === high
      ? withThousands(String(high))
      : t(language, "forecast.range", { low: withThousands(String(low)), high: withThousands(String(high)) });
  const figure = (label: "impressions" | "reach" | "seen", value: string): Html =>
    html`<div><dt>${t(language, `forecast.${label}`)}</dt><dd>${value}</dd></div>`;
  return html`<p class="label">${t(language, "forecast.place", { radius, place, days })}</p><dl class="out">${figure("impressions", range(impressions))}${reach && figure("reach", range(reach))}${figure("seen", `${seen}%`)}</dl>`;
}
