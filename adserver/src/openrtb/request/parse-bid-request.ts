import { placeKeyOf } from "../../auction/campaign-index/match-memo.ts";
import type { AdRequest, Place, Visitor } from "../../kernel/ad-request.ts";
import { flag, identifier, type Loose, number, present, record, text, texts } from "../../kernel/coerce.ts";
import { rememberedOf } from "../../kernel/memoize.ts";
import type { NoBidReason } from "../../kernel/no-bid.ts";
import { normaliseDomain, normalisePage } from "../../kernel/normalize.ts";
import type { VisitorKeys } from "../../serving/ads/visitor-key.ts";
import { mayRecognise } from "../consent/consent.ts";
import { contentTaxonomy1 } from "../response/bid-response.ts";
import { transparencyWish } from "../response/transparency.ts";
import type { VisitorClass } from "./classify-visitor.ts";
import { countryCode } from "./country-codes.ts";
import { demographyOf, unknownDemography } from "./demography.ts";
import { sellerOf } from "./parse-seller.ts";
import { parseSlots } from "./parse-slots.ts";

export type ParseContext = {
  exchange: string;
  /** The exchange's domain as an advertising system; "" where the operator did not tell. */
  system: string;
  /** The seat this bidder has at exchanges. */
  seat: string;
  /** Whether its ads come over an encrypted connection. */
  isSecure: boolean;
  vendorId: number | undefined;
  classify: (device: Loose) => VisitorClass;
  keys: VisitorKeys;
  metOwners: (visitorKey: string) => string[];
  /** For requests that bring an address and no place. */
  locate: (ip: string) => Loose | undefined;
};

const mostWords = 1500;

/**
 * A decoded OpenRTB 2.x request that came at `atMs`, in own words, or why there will be no bid. Accepts any JSON: fields
 * of the wrong type count as absent.
 */
export function parseBidRequest(body: unknown, context: ParseContext, atMs: number): AdRequest | NoBidReason {
  const raw = record(body);
  const id = identifier(raw.id);
  if (id === "" || !Array.isArray(raw.imp)) return "unreadable_request";
  const isApp = present(raw.app) && !present(raw.site);
  if (!isApp && !present(raw.site)) return "unsupported_inventory";
  const wanted = textsOf(raw.wseat);
  if ((wanted.length > 0 && !wanted.includes(context.seat)) || textsOf(raw.bseat).includes(context.seat)) {
    return "seat_not_allowed";
  }
  const blockedCategories = textsOf(raw.bcat);
  if (usesOtherTaxonomy(raw, blockedCategories)) return "unknown_taxonomy";
  const slots = parseSlots(raw.imp, context);
  if (slots.length === 0) return "unsupported_slot";
  const transparency = transparencyWish(record(raw.regs));
  if (transparency === "shown") return "transparency_not_shown";
  const visitor = visitorOf(raw, context, atMs);
  if (visitor.isBot) return "bot";
  const inventory = record(isApp ? raw.app : raw.site);
  const { site, page, categories, words } = (isApp ? appOf : siteOf)(inventory);
  const own = wordsOfUser(record(raw.user));
  return {
    id,
    exchange: context.exchange,
    atMs,
    slots,
    currencies: currenciesOf(raw.cur),
    tmaxMs: number(raw.tmax),
    isTest: flag(raw.test),
    transparency,
    blockedCategories,
    allowedCategories: textsOf(raw.acat),
    blockedAdvertisers: domainsOf(raw.badv),
    site,
    siteKind: isApp ? "app" : "site",
    seller: sellerOf(raw, inventory, site, isApp, context.system),
    page,
    categories,
    words: own === "" ? words : wordsOf(inventory, own),
    visitor,
  };
}

/** What is refused in codes that are not ours cannot be kept to. Some exchanges name a newer taxonomy and send old codes. */
const usesOtherTaxonomy = (raw: Loose, blocked: string[]): boolean =>
  (number(raw.cattax) ?? contentTaxonomy1) !== contentTaxonomy1 && blocked.some((code) => !code.startsWith("IAB"));

const noTexts: string[] = [];

/** Reads a field that holds a list of texts, or one; a list that came before is the same list again. */
function listReader(read: (names: unknown[]) => string[]): (field: unknown) => string[] {
  const readAgain = rememberedOf(read);
  return (field) => (field === undefined ? noTexts : Array.isArray(field) ? readAgain(field) : read([field]));
}
const textsOf = listReader((names) => texts(names, 500));
const domainsOf = listReader((names) => texts(names, 1000).map(normaliseDomain));
const currenciesOf = listReader((names) => texts(names, 20).map((currency) => currency.toUpperCase()));

const bundleOf = (app: Loose): string => (text(app.bundle) || text(app.id) || text(app.name)).toLowerCase();

const domainOf = (site: Loose): string =>
  normaliseDomain(text(site.domain) || text(site.page, 1024) || text(record(site.publisher).domain));

function categoriesOf(inventory: Loose): string[] {
  const content = record(inventory.content);
  const found = texts(inventory.cat, 50);
  for (const more of [inventory.sectioncat, inventory.pagecat, content.cat]) {
    if (more !== undefined) found.push(...texts(more, 50));
  }
  return found.filter((category, at) => found.indexOf(category) === at);
}

function textOf(sources: unknown[]): string {
  let words = "";
  for (const source of sources) if (source !== undefined) for (const part of texts(source, 100)) words += ` ${part}`;
  return words;
}

const wordsOfUser = (user: Loose): string => (user.keywords === undefined ? "" : textOf([user.keywords]));

/** Words of a page and, behind its own, those that came with the visitor. */
function wordsOf(inventory: Loose, further: string): string {
  const content = record(inventory.content);
  const own = [inventory.keywords, inventory.kwarray, content.keywords, content.kwarray, content.title];
  const words = `${textOf(own)}${further}`;
  return normalisePage(`${words} ${pathOf(text(inventory.page, 1024))}`.slice(0, mostWords));
}

type Inventory = Pick<AdRequest, "site" | "page" | "categories" | "words">;

const inventoryBy = (nameOf: (inventory: Loose) => string) =>
  rememberedOf(
    (inventory: Loose): Inventory => ({
      site: nameOf(inventory),
      page: text(inventory.page, 1024),
      categories: categoriesOf(inventory),
      words: wordsOf(inventory, ""),
    }),
  );
const appOf = inventoryBy(bundleOf);
const siteOf = inventoryBy(domainOf);

/** What follows the domain in an address. */
function pathOf(page: string): string {
  const scheme = page.lastIndexOf("://");
  const slash = page.indexOf("/", scheme < 0 ? 0 : scheme + 3);
  return slash < 0 ? "" : page.slice(slash);
}

/** Two letters of ISO 639-1, which also begin a BCP 47 name such as "de-CH" (`langb`, since OpenRTB 2.6). */
const languageOf = (named: Loose): string => (text(named.language) || text(named.langb)).slice(0, 2).toLowerCase();

function visitorOf(raw: Loose, context: ParseContext, atMs: number): Visitor {
  const device = record(raw.device);
  const user = record(raw.user);
  const told = present(device.geo) ? record(device.geo) : record(user.geo);
  const geo = text(told.country) === "" ? { ...told, ...context.locate(text(device.ip) || text(device.ipv6)) } : told;
  const places = placesOf(geo);
  const recognised = mayRecognise({ regs: record(raw.regs), user, device }, places.coarse.country, context.vendorId);
  const { country, region, city, zip, latitude, longitude, placeKey } = recognised ? places.exact : places.coarse;
  const who = context.classify(device);
  const inventory = record(raw.site ?? raw.app);
  const language = languageOf(record(inventory.content)) || languageOf(device);
  const key = recognised ? context.keys.ofRequest(user, device, context.exchange) : "";
  const { age, gender, parental, income, segments } = recognised
    ? demographyOf(user, new Date(atMs).getUTCFullYear())
    : unknownDemography;
  return {
    device: who.device,
    browser: who.browser,
    isBot: who.isBot,
    age,
    gender,
    parental,
    income,
    segments,
    language,
    country,
    region,
    city,
    zip,
    latitude,
    longitude,
    placeKey,
    key,
    metOwners: key === "" ? [] : context.metOwners(key),
  };
}

/** The place that a request names: as exactly as it says, and without what may lead to a person. */
const placesOf = rememberedOf((geo: Loose): { exact: Place; coarse: Place } => {
  const country = countryCode(text(geo.country, 8));
  const region = regionCode(text(geo.region, 10), country);
  const city = text(geo.city, 80);
  const coarse: Place = { country, region, city, zip: "", latitude: undefined, longitude: undefined };
  const exact: Place = { ...coarse, zip: text(geo.zip, 16), latitude: number(geo.lat), longitude: number(geo.lon) };
  for (const place of [coarse, exact]) place.placeKey = placeKeyOf(place);
  return { exact, coarse };
});

/** "ZH" of Switzerland and "CH-ZH" are both "CH-ZH". */
function regionCode(region: string, country: string): string {
  const upper = region.toUpperCase();
  if (upper === "" || upper.includes("-")) return upper;
  return country === "" ? "" : `${country}-${upper}`;
}
