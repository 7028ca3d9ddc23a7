import type { Language } from "@litfass/contract/kernel/language";
import { formatMinor } from "@litfass/contract/kernel/money";
import { withThousands } from "@litfass/contract/kernel/thousands";
import { currencyOfCountry } from "@litfass/contract/settings/offered-currencies";
import { pricesIn } from "@litfass/contract/settings/price-list";
import { type Html, html } from "@litfass/platform/http/pages/html";
import { exampleTotals } from "../../reporting/index.ts";
import { pathIn } from "../frame/site.ts";
import { type PublicPrices, planOffers } from "./plan-offers.ts";
import { t } from "./texts.ts";

const stories = ["trade", "dental", "theater"] as const;

/** The operator's success stories, or else example campaigns of invented businesses, marked as such (PUB-005, PUB-009). */
export const storiesSection = (
  language: Language,
  own: { title: string; text: string }[],
  prices: PublicPrices,
): Html =>
  html`<section class="s" id="stories"><div class="w"><h2 class="h2">${t(language, "stories.title")}</h2>${own.length === 0 && html`<p class="soft">${t(language, "stories.lead")}</p>`}<div class="three">${
    own.length === 0
      ? stories.map((each) => exampleStory(language, each, prices))
      : own.map(({ title, text }) => html`<article class="card story"><h3>${title}</h3><p>${text}</p></article>`)
  }</div></div></section>`;

/** The painter's impressions are those of the package, at the operator's prices. */
const figureOf = (language: Language, name: (typeof stories)[number], prices: PublicPrices): string => {
  if (name !== "trade") return t(language, `stories.${name}.figure`);
  const starter = planOffers(language, prices).plans.find(({ id }) => id === "starter");
  return withThousands(String(starter?.impressionsPerBooking ?? 0));
};

const exampleStory = (language: Language, name: (typeof stories)[number], prices: PublicPrices): Html =>
  html`<article class="card story"><h3>${t(language, `stories.${name}.title`)}</h3><p>${t(language, `stories.${name}.text`)}</p><p class="fig"><b>${figureOf(language, name, prices)}</b>${t(language, `stories.${name}.label`)}</p></article>`;

/** The figures of the example report; its impressions cost what the first offered currency's price makes of them. */
function caseFigures({ prices }: PublicPrices) {
  const { currency, cpm } = pricesIn(prices, currencyOfCountry(prices.currencies, null));
  const { impressions, visibility_rate, clicks } = exampleTotals();
  const minor = Math.round((impressions * cpm) / 1000);
  return [
    ["budget", `${currency} ${formatMinor(minor).replace(/\.00$/, "")}`],
    ["impressions", withThousands(String(impressions))],
    ["seen", `${visibility_rate.toFixed(1)}%`],
    ["visits", String(clicks)],
  ] as const;
}

/** A worked example with its banner (PUB-006). */
export const caseSection = (language: Language, operator: string, prices: PublicPrices): Html =>
  html`<section class="case" id="case"><div class="w g"><div><p class="over">${t(language, "case.over")}</p><h2 class="h2">${t(language, "case.title")}</h2><p class="case-lead">${t(language, "case.text", { operator })}</p><dl>${caseFigures(prices).map(([name, value]) => html`<div><dt>${t(language, `case.${name}`)}</dt><dd>${value}</dd></div>`)}</dl><p class="more"><a class="btn k l" href="${pathIn(language, "/example-report")}">${t(language, "case.report")}</a></p></div>${bakeryBanner(language)}</div></section>`;

const bread = html`<path d="M12 92C8 54 50 22 100 22s92 32 88 70c-2 18-18 24-88 24S14 110 12 92z" fill="#A9561F"/><path d="M20 82C22 52 56 30 100 30s78 22 80 52c-20-16-48-24-80-24S40 66 20 82z" fill="#C87432"/><g fill="#F7DFAE"><path d="M44 78c6-18 18-30 32-36-6 12-16 26-32 36z"/><path d="M76 72c4-18 16-32 30-38-4 14-14 28-30 38z"/><path d="M110 70c2-16 12-28 26-34-2 13-11 26-26 34z"/><path d="M142 74c0-13 8-22 18-27 0 11-6 21-18 27z"/></g>`;

/** The headline in two lines of similar length. */
function twoLines(text: string): [string, string] {
  const words = text.split(" ");
  const lengthOf = (part: string[]): number => part.join(" ").length;
  const cut = words.findIndex((_word, at) => lengthOf(words.slice(0, at + 1)) >= text.length / 2);
  return [words.slice(0, cut).join(" "), words.slice(cut).join(" ")];
}

/** The width of a button around a text of 14 pixels. */
const buttonWidth = (text: string): number => Math.max(128, Math.round(text.length * 7.8) + 24);

function bakeryBanner(language: Language): Html {
  const [first, second] = twoLines(t(language, "case.headline"));
  const button = t(language, "case.button");
  const width = buttonWidth(button);
  return html`<svg viewBox="0 0 520 400" role="img" aria-label="${t(language, "case.art")}"><g stroke="#2B1A0E" stroke-width="2"><rect x="1" y="1" width="518" height="130" fill="#F7F1E3"/><rect x="1" y="1" width="190" height="130" fill="#F0A63A"/><rect x="1" y="152" width="292" height="243" fill="#F7F1E3"/><rect x="1" y="152" width="292" height="110" fill="#F0A63A"/></g><svg x="36" y="18" width="120" height="100" viewBox="0 0 200 128">${bread}</svg><svg x="82" y="166" width="130" height="90" viewBox="0 0 200 128">${bread}</svg>
<g fill="#2B1A0E" font-weight="760" letter-spacing="-1"><text x="210" y="50" font-size="31">${first}</text><text x="210" y="84" font-size="31">${second}</text><text x="20" y="300" font-size="27">${first}</text><text x="20" y="330" font-size="27">${second}</text></g><rect x="210" y="97" width="${width}" height="26" rx="4" fill="#2B1A0E"/><rect x="20" y="350" width="${width}" height="30" rx="4" fill="#2B1A0E"/><g fill="#fff" font-size="14" font-weight="650" text-anchor="middle"><text x="${210 + width / 2}" y="115">${button}</text><text x="${20 + width / 2}" y="370">${button}</text></g></svg>`;
}
