import { placeKeyOf } from "../../auction/campaign-index/match-memo.ts";
import type { AdRequest, Place, Visitor } from "../../kernel/ad-request.ts";
import { flag, identifier, type JsonRecord, number, present, record, text, texts } from "../../kernel/coerce.ts";
import { isDeclaredRobot } from "../../kernel/declared-robot.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";
import type { NoBidReason } from "../../kernel/no-bid.ts";
import { normaliseDomain, normalisePage } from "../../kernel/normalize.ts";
import type { VisitorKeys } from "../../serving/ads/visitor-key.ts";
import { consentSignal, mayRecognise } from "../consent/consent.ts";
import { dsaRequest, showsLabel } from "../response/dsa.ts";
import {
  addTopics,
  allowedCategories,
  answeredTaxonomy,
  blockedCategories,
  contentTaxonomy1,
} from "../taxonomy/categories.ts";
import type { VisitorClass } from "./classify-visitor.ts";
import { countryCode } from "./country-codes.ts";
import { demographyOf, unknownDemography } from "./demography.ts";
import { sellerOf } from "./parse-seller.ts";
import { parseSlots } from "./parse-slots.ts";

export type ParseContext = {
  exchange: string;
  /** The exchange's domain as an advertising system; "" where it is not configured. */
  system: string;
  /** This bidder's seat ID at exchanges. */
  seat: string;
  /** Whether its ads come over an encrypted connection. */
  isSecure: boolean;
  vendorId: number | undefined;
  classify: (device: JsonRecord) => VisitorClass;
  keys: VisitorKeys;
  /** Why the rules against invalid traffic refuse an address, the pseudonym of a visitor or their network. */
  refusal: (ip: string, visitorKey: string, atMs: number) => NoBidReason | undefined;
  /** Whether the visitor with this pseudonym has opted out of being recognized. */
  hasOptedOut: (visitorKey: string) => boolean;
  remarketingOwners: (visitorKey: string) => string[];
  /** Whether our account at the exchange may bid on an `imp`; absent: on each. */
  takesImp?: ((imp: JsonRecord) => boolean) | undefined;
  /** For requests with an IP address but no location. */
  locate: (ip: string) => JsonRecord | undefined;
};

/** OpenRTB's auction type in which the winner pays its bid; 2 is the default. */
const firstPrice = 1;
const maxKeywordChars = 1500;

/**
 * Normalizes a decoded OpenRTB 2.x request received at `atMs`, or returns why there is no bid. Accepts any JSON: fields
 * of the wrong type count as absent.
 */
export function parseBidRequest(body: unknown, context: ParseContext, atMs: number): AdRequest | NoBidReason {
  const raw = record(body);
  const id = identifier(raw.id);
  if (id === "" || !Array.isArray(raw.imp)) return "unreadable_request";
  const isApp = present(raw.app) && !present(raw.site);
  if (!isApp && !present(raw.site)) return "unsupported_inventory";
  const allowedSeats = textsOf(raw.wseat);
  if ((allowedSeats.length > 0 && !allowedSeats.includes(context.seat)) || textsOf(raw.bseat).includes(context.seat)) {
    return "seat_not_allowed";
  }
  const taxonomy = number(raw.cattax) ?? contentTaxonomy1;
  const listed = textsOf(raw.bcat);
  const blocked = blockedCategories(listed, taxonomy);
  if (blocked === null) return "unknown_taxonomy";
  const { takesImp } = context;
  const imps = takesImp === undefined ? raw.imp : raw.imp.filter((imp) => takesImp(record(imp)));
  if (imps.length === 0 && raw.imp.length > 0) return "seat_not_allowed";
  const supported = parseSlots(imps, context);
  if (supported.length === 0) return "unsupported_slot";
  const dsa = dsaRequest(record(raw.regs));
  const slots = dsa === "shown" ? supported.filter(showsLabel) : supported;
  if (slots.length === 0) return "transparency_not_shown";
  const visitor = visitorOf(raw, context, atMs);
  if (visitor.isBot) return "bot";
  const refusal = context.refusal(addressOf(record(raw.device)), visitor.key, atMs);
  if (refusal !== undefined) return refusal;
  const inventory = record(isApp ? raw.app : raw.site);
  const { site, appName, page, categories, keywordText } = (isApp ? appOf : siteOf)(inventory);
  const userKeywords = keywordsOfUser(record(raw.user));
  return {
    id,
    exchange: context.exchange,
    atMs,
    slots,
    currencies: currenciesOf(raw.cur),
    tmaxMs: number(raw.tmax),
    isTest: flag(raw.test),
    isFirstPrice: number(raw.at) === firstPrice,
    dsa,
    taxonomy: answeredTaxonomy(listed, taxonomy),
    blockedCategories: blocked,
    allowedCategories: allowedCategories(textsOf(raw.acat), taxonomy),
    blockedAdvertisers: domainsOf(raw.badv),
    allowedLanguages: raw.wlang === undefined ? languagesOf(raw.wlangb) : languagesOf(raw.wlang),
    site,
    siteKind: isApp ? "app" : "site",
    appName,
    seller: sellerOf(raw, inventory, site, isApp, context.system),
    page,
    categories,
    keywordText: userKeywords === "" ? keywordText : keywordTextOf(inventory, userKeywords),
    visitor,
    consent: consentSignal(record(raw.regs), record(raw.user)),
  };
}

const noTexts: string[] = [];

/** Reads a field with one string or a list of strings; a repeated list returns the same array. */
function listReader(read: (names: unknown[]) => string[]): (field: unknown) => string[] {
  const readAgain = memoizeByRef(read);
  return (field) => (field === undefined ? noTexts : Array.isArray(field) ? readAgain(field) : read([field]));
}
const textsOf = listReader((names) => texts(names, 500));
const domainsOf = listReader((names) => texts(names, 1000).map(normaliseDomain));
/** `wlang` has ISO 639-1 codes, `wlangb` BCP 47 tags such as "de-CH"; the exchange sends one of them. */
const languagesOf = listReader((names) => texts(names, 200).map((language) => language.slice(0, 2).toLowerCase()));
const currenciesOf = listReader((names) => texts(names, 20).map((currency) => currency.toUpperCase()));

const bundleOf = (app: JsonRecord): string => (text(app.bundle) || text(app.id) || text(app.name)).toLowerCase();

const domainOf = (site: JsonRecord): string =>
  normaliseDomain(text(site.domain) || text(site.page, 1024) || text(record(site.publisher).domain));

/** The page's topics. Site or app and its content each name their taxonomy; content without one has the site's. */
function categoriesOf(inventory: JsonRecord): string[] {
  const content = record(inventory.content);
  const taxonomy = number(inventory.cattax) ?? contentTaxonomy1;
  const found: string[] = [];
  for (const codes of [inventory.cat, inventory.sectioncat, inventory.pagecat]) {
    if (codes !== undefined) addTopics(found, texts(codes, 50), taxonomy);
  }
  if (content.cat !== undefined) addTopics(found, texts(content.cat, 50), number(content.cattax) ?? taxonomy);
  return found;
}

function textOf(sources: unknown[]): string {
  let joined = "";
  for (const source of sources) if (source !== undefined) for (const part of texts(source, 100)) joined += ` ${part}`;
  return joined;
}

const keywordsOfUser = (user: JsonRecord): string => (user.keywords === undefined ? "" : textOf([user.keywords]));

/** The page's keywords, then the visitor's. */
function keywordTextOf(inventory: JsonRecord, further: string): string {
  const content = record(inventory.content);
  const own = [inventory.keywords, inventory.kwarray, content.keywords, content.kwarray, content.title];
  const keywords = `${textOf(own)}${further}`;
  return normalisePage(`${keywords} ${pathOf(text(inventory.page, 1024))}`.slice(0, maxKeywordChars));
}

type Inventory = Pick<AdRequest, "site" | "appName" | "page" | "categories" | "keywordText">;

const inventoryBy = (nameOf: (inventory: JsonRecord) => string, isApp: boolean) =>
  memoizeByRef(
    (inventory: JsonRecord): Inventory => ({
      site: nameOf(inventory),
      appName: isApp ? text(inventory.name).trim() : undefined,
      page: text(inventory.page, 1024),
      categories: categoriesOf(inventory),
      keywordText: keywordTextOf(inventory, ""),
    }),
  );
const appOf = inventoryBy(bundleOf, true);
const siteOf = inventoryBy(domainOf, false);

/** The path and query of a URL. */
function pathOf(page: string): string {
  const scheme = page.lastIndexOf("://");
  const slash = page.indexOf("/", scheme < 0 ? 0 : scheme + 3);
  return slash < 0 ? "" : page.slice(slash);
}

/** Two letters of ISO 639-1, which also begin a BCP 47 name such as "de-CH" (`langb`, since OpenRTB 2.6). */
const languageOf = (named: JsonRecord): string => (text(named.language) || text(named.langb)).slice(0, 2).toLowerCase();

const addressOf = (device: JsonRecord): string => text(device.ip) || text(device.ipv6);

function visitorOf(raw: JsonRecord, context: ParseContext, atMs: number): Visitor {
  const device = record(raw.device);
  const user = record(raw.user);
  const given = present(device.geo) ? record(device.geo) : record(user.geo);
  const geo = text(given.country) === "" ? { ...given, ...context.locate(addressOf(device)) } : given;
  const places = placesOf(geo);
  const mayRead = mayRecognise({ regs: record(raw.regs), user, device }, places.coarse.country, context.vendorId);
  const known = mayRead ? context.keys.ofRequest(user, device, context.exchange) : "";
  const recognised = mayRead && !context.hasOptedOut(known);
  const { country, region, city, zip, latitude, longitude, placeKey } = recognised ? places.exact : places.coarse;
  const who = context.classify(device);
  const inventory = record(raw.site ?? raw.app);
  const language = languageOf(record(inventory.content)) || languageOf(device);
  const key = recognised ? known : "";
  const { age, gender, parental, income, segments } = recognised
    ? demographyOf(user, new Date(atMs).getUTCFullYear())
    : unknownDemography;
  return {
    device: who.device,
    browser: who.browser,
    isBot: who.isBot && (present(raw.site) || isDeclaredRobot(text(device.ua, 512))),
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
    remarketingOwners: key === "" ? [] : context.remarketingOwners(key),
  };
}

/** The location in a request: exact, and coarsened for visitors without consent. */
const placesOf = memoizeByRef((geo: JsonRecord): { exact: Place; coarse: Place } => {
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
