import type { Language } from "@litfass/contract/kernel/language";
import { withThousands } from "@litfass/contract/kernel/thousands";
import { visibility } from "@litfass/contract/kernel/viewability";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { exampleTopSites } from "../../reporting/index.ts";
import { t } from "./texts.ts";

/** Three claims, each with a piece of the product as proof (CLAIM-003, PUB-001). */
export function whySection(language: Language, operator: string): Html {
  const rates = { guaranteed: visibility.guaranteed, average: visibility.industryAverage, operator };
  return html`<section class="s" id="why"><div class="w"><h2 class="h2">${t(language, "why.title")}</h2>
<div class="ev"><div><h3>${t(language, "why.seen.title", rates)}</h3><p>${t(language, "why.seen.text", rates)}</p></div><div class="gauges"><figure>${gauge(rates.average, "f-ink3")}<figcaption>${t(language, "why.seen.average", rates)}</figcaption></figure><figure class="own">${gauge(rates.guaranteed, "f-seen")}<figcaption>${t(language, "why.seen.own", rates)}</figcaption></figure></div></div>
<div class="ev"><div><h3>${t(language, "why.sites.title")}</h3><p>${t(language, "why.sites.text")}</p></div>${sitesTable(language)}</div>
<div class="ev"><div><h3>${t(language, "why.steady.title")}</h3><p>${t(language, "why.steady.text", { operator })}</p></div><div class="card pad days"><p class="label">${t(language, "why.steady.chart")}</p>${dailySpend()}</div></div></div></section>`;
}

/** A column filled to a percentage. */
function gauge(percent: number, fill: string): Html {
  const height = (177 * percent) / 100;
  return html`<svg width="92" height="230" viewBox="0 0 92 230" aria-hidden="true"><g class="f-ink"><circle cx="46" cy="6" r="4.7"/><path d="M17.500 28.700C26 12.600 34 8 46 8s20 4.600 28.500 20.700z"/><rect x="7" y="28" width="78" height="9" rx="1"/></g><rect class="f-unseen" x="16.500" y="37" width="59" height="177"/><rect class="${fill}" x="16.500" y="${214 - height}" width="59" height="${height}"/><rect class="f-ink" x="7" y="214" width="78" height="16" rx="1"/></svg>`;
}

/** The first sites of the example report. */
const sitesTable = (language: Language): Html =>
  html`<div class="card"><table><caption>${t(language, "why.sites.note")}</caption><thead><tr><th scope="col">${t(language, "why.sites.site")}</th><th scope="col" class="r">${t(language, "why.sites.impressions")}</th><th scope="col" class="r">${t(language, "why.sites.seen")}</th><th scope="col" class="r hide-s">${t(language, "why.sites.clicks")}</th></tr></thead><tbody>${exampleTopSites(
    4,
  ).map(
    ({ site, impressions, visibility_rate, clicks }) =>
      html`<tr><td>${site}</td><td class="r">${withThousands(String(impressions))}</td><td class="r">${visibility_rate.toFixed(1)}%</td><td class="r hide-s">${clicks}</td></tr>`,
  )}</tbody></table></div>`;

const days = [103, 110, 105, 109, 103, 112, 107, 104, 110, 106, 109, 106, 110, 105, 108];

const dailySpend = (): Html =>
  html`<svg viewBox="0 0 500 140" aria-hidden="true"><rect class="f-ink" x="0" y="22" width="500" height="22" opacity=".08"/>${days.map(
    (height, at) =>
      html`<rect class="f-seen" x="${8 + at * 33}" y="${140 - height}" width="20" height="${height}"/><rect class="f-ink" x="${6 + at * 33}" y="${137 - height}" width="24" height="3"/>`,
  )}<path class="s-ink" d="M0 33H500" stroke-dasharray="5 4" stroke-width="1.5"/></svg>`;
