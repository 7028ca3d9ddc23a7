import { figure, inLocale, type Locale } from "../look/locale.ts";
import { html, type Markup } from "../look/markup.ts";
import { page } from "../look/page.ts";
import type { Market } from "./bid-request.ts";
import type { ExchangeState } from "./exchange.ts";
import { population, visitorAt } from "./visitors.ts";

const texts = {
  en: {
    name: "Exchange",
    title: (publishers: number) => `${publishers} invented media ask for ads.`,
    lead: (people: string) =>
      `${people} invented visitors look at their pages by day and night. For each page the exchange asks the delivery process for bids, holds a second-price auction against twelve rivals, and shows, sees and sometimes clicks what wins.`,
    speed: "Requests a second, on average over a week",
    now: "now",
    states: {
      answering: "● Delivery answers",
      away: "▲ Delivery does not answer; asked again with pauses",
      unknown: "○ Not asked yet",
    },
    figures: {
      requests: "Requests",
      bids: "Bids",
      wins: "Auctions won",
      impressions: "Impressions",
      viewable: "Seen",
      clicks: "Clicks",
      timeouts: "Too late",
    },
    lastMinute: "Requests in the last minute",
    ours: "Last auctions with a bid of ours",
    auctions: "Last auctions of all",
    noBids: "No bid yet. Bids come when a campaign delivers and fits the visitor.",
    waiting: "No auctions yet. They appear as soon as requests flow.",
    columns: {
      medium: "Medium",
      format: "Format",
      visitor: "Visitor",
      ours: "Our bid",
      best: "Best rival",
      result: "Result",
    },
    results: { won: "● won", lost: "○ lost", rival: "rival won", nobody: "nobody bid" },
    devices: { computer: "computer", smartphone: "smartphone", tablet: "tablet", connected_tv: "connected TV" },
    publishers: "Media",
    publisherColumns: {
      name: "Medium",
      kind: "Kind",
      floor: "Floor",
      seen: "Seen, by placement",
      requests: "Requests",
      shown: "Shown",
    },
    kinds: { site: "Site", app: "App", tv: "TV", radio: "Radio", podcast: "Podcast" },
    visitors: "Some visitors",
    visitorColumns: {
      place: "Place",
      device: "Device",
      language: "Language",
      consent: "Consent",
      interests: "Interests",
    },
    consents: { all: "given", some: "in part", none: "refused", undefined: "not asked" },
  },
  de: {
    name: "Börse",
    title: (publishers: number) => `${publishers} erfundene Medien fragen nach Werbung.`,
    lead: (people: string) =>
      `${people} erfundene Besucher lesen sie bei Tag und Nacht. Für jede Seite fragt die Börse den Auslieferungsprozess nach Geboten, versteigert die Plätze zum zweithöchsten Preis gegen zwölf Mitbieter und zeigt, sieht und klickt manchmal, was gewinnt.`,
    speed: "Anfragen pro Sekunde, im Mittel einer Woche",
    now: "jetzt",
    states: {
      answering: "● Auslieferung antwortet",
      away: "▲ Auslieferung antwortet nicht; neue Versuche mit Pausen",
      unknown: "○ Noch nicht gefragt",
    },
    figures: {
      requests: "Anfragen",
      bids: "Gebote",
      wins: "Gewonnen",
      impressions: "Einblendungen",
      viewable: "Gesehen",
      clicks: "Klicks",
      timeouts: "Zu spät",
    },
    lastMinute: "Anfragen in der letzten Minute",
    ours: "Letzte Auktionen mit unserem Gebot",
    auctions: "Letzte Auktionen überhaupt",
    noBids: "Noch kein Gebot. Gebote kommen, wenn eine Kampagne ausliefert und zum Besucher passt.",
    waiting: "Noch keine Auktionen. Sie erscheinen, sobald Anfragen fliessen.",
    columns: {
      medium: "Medium",
      format: "Format",
      visitor: "Besucher",
      ours: "Unser Gebot",
      best: "Bester Mitbieter",
      result: "Ergebnis",
    },
    results: { won: "● gewonnen", lost: "○ verloren", rival: "Mitbieter gewann", nobody: "niemand bot" },
    devices: { computer: "Computer", smartphone: "Smartphone", tablet: "Tablet", connected_tv: "Fernseher" },
    publishers: "Medien",
    publisherColumns: {
      name: "Medium",
      kind: "Art",
      floor: "Mindestpreis",
      seen: "Gesehen, je Platz",
      requests: "Anfragen",
      shown: "Gezeigt",
    },
    kinds: { site: "Website", app: "App", tv: "TV", radio: "Radio", podcast: "Podcast" },
    visitors: "Einige Besucher",
    visitorColumns: {
      place: "Ort",
      device: "Gerät",
      language: "Sprache",
      consent: "Einwilligung",
      interests: "Interessen",
    },
    consents: { all: "erteilt", some: "teilweise", none: "verweigert", undefined: "nicht gefragt" },
  },
};

const shownVisitors = 12;
const percent = (share: number): string => `${Math.round(share * 100)}%`;

function publisherRows(locale: Locale, { shelves }: Market, { sites }: ExchangeState): Markup[] {
  const t = inLocale(texts, locale);
  return shelves.map((shelf) => {
    const shares = shelf.placements.map(({ viewability }) => viewability);
    const range = `${percent(Math.min(...shares))} - ${percent(Math.max(...shares))}`;
    const figures = sites[shelf.id];
    return html`<tr data-site="${shelf.id}"><td>${shelf.name}<div class="caption">${shelf.bundle || shelf.domain}</div></td><td class="wide">${t.kinds[shelf.kind]}, ${shelf.country}, ${shelf.language}</td>
<td class="number wide">${shelf.currency} ${shelf.floor.toFixed(2)}</td><td class="number wide">${range}</td><td class="number" data-figure="requests">${figure(figures?.requests ?? 0)}</td><td class="number" data-figure="impressions">${figure(figures?.impressions ?? 0)}</td></tr>`;
  });
}

function visitorRows(locale: Locale, seed: number): Markup[] {
  const t = inLocale(texts, locale);
  return Array.from({ length: shownVisitors }, (_, at) => visitorAt(seed, at * 977)).map(
    ({ place, device, language, consent, segments }) =>
      html`<tr><td>${place.city}<div class="caption">${place.region || place.country}</div></td><td>${t.devices[device.kind]}<div class="caption">${device.make} ${device.model}</div></td><td class="wide">${language}</td>
<td>${t.consents[consent ?? "undefined"]}</td><td class="wide">${segments
        .filter(({ value }) => value === undefined)
        .map(({ name }) => name)
        .join(", ")}</td></tr>`,
  );
}

/** Live figures, the speed, the last auctions, and the publishers and visitors. */
export function exchangePage(locale: Locale, market: Market, state: ExchangeState, most: number): Markup {
  const t = inLocale(texts, locale);
  const figures = Object.entries(t.figures).map(
    ([name, label]) =>
      html`<div><dt>${label}</dt><dd data-counter="${name}">${figure(state[name as keyof typeof t.figures])}</dd></div>`,
  );
  const headers = (columns: Record<string, string>, numbers: string[], wide: string[]): Markup[] =>
    Object.entries(columns).map(
      ([name, label]) =>
        html`<th class="${[numbers.includes(name) ? "number" : "", wide.includes(name) ? "wide" : ""].join(" ").trim()}">${label}</th>`,
    );
  const auctions = (list: string, title: string, none: string): Markup =>
    html`<h2>${title}</h2><div class="sheet" data-auctions="${list}"><p class="empty">${none}</p><table hidden><thead><tr>${headers(t.columns, ["ours", "best"], ["format", "best"])}</tr></thead><tbody></tbody></table></div>`;
  const words = JSON.stringify({ results: t.results, devices: t.devices, states: t.states });
  const body = html`<div id="exchange" data-words="${words}"><h1>${t.title(market.shelves.length)}</h1><p class="lead">${t.lead(figure(population))}</p>
<section class="sheet live"><div class="steer"><label for="speed">${t.speed}</label><div class="slider"><input type="range" id="speed" min="0" max="${most}" value="${state.requestsPerSecond}"><output for="speed">${state.requestsPerSecond}</output></div>
<p class="second" id="delivery" role="status">${t.states[state.delivery]}</p></div>
<figure><figcaption class="caption">${t.lastMinute}</figcaption><svg id="pulse" viewBox="0 0 360 64" preserveAspectRatio="none" aria-hidden="true"></svg></figure>
<dl class="figures">${figures}</dl></section>
${auctions("ours", t.ours, t.noBids)}${auctions("auctions", t.auctions, t.waiting)}
<h2>${t.publishers}</h2><div class="sheet"><table><thead><tr>${headers(t.publisherColumns, ["floor", "seen", "requests", "shown"], ["kind", "floor", "seen"])}</tr></thead><tbody>${publisherRows(locale, market, state)}</tbody></table></div>
<h2>${t.visitors}</h2><div class="sheet"><table><thead><tr>${headers(t.visitorColumns, [], ["language", "interests"])}</tr></thead><tbody>${visitorRows(locale, market.seed)}</tbody></table></div></div>`;
  const files = { scripts: ["exchange-page.js"], styles: ["exchange.css"] };
  return page({ ...files, locale, title: `${t.name} - Sandbox`, body, section: "exchange" });
}
