import type { CampaignSnapshot, SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import { browsers, devices, genders } from "@litfass/contract/kernel/formats";
import { hoursOfWeek } from "@litfass/contract/targeting/targeting";
import {
  categoryAndParent,
  contentKey,
  domainAndParents,
  normaliseDomain,
  normaliseName,
  normaliseWords,
  productKey,
} from "../../kernel/normalize.ts";
import { compileDataFees, type DataFees } from "../data-fee.ts";
import { type Bits, type Postings, packPostings, setBit, wordsFor } from "./bitset.ts";
import { type CompiledDeal, compileDeal, dealKeys } from "./compiled-deal.ts";
import { type Disc, discOf } from "./distance.ts";
import type { Circle } from "./map-cell.ts";
import { type MatchMemo, newMatchMemo } from "./match-memo.ts";

/** One targeting dimension: campaigns without a restriction, and campaigns by value. */
export type Dimension = { any: Bits; values: Map<string, Postings> };

export type CompiledCampaign = {
  ordinal: number;
  snapshot: CampaignSnapshot;
  priceMicros: number;
  currency: string;
  prefersClicks: boolean;
  /** Whether one of its creatives has an attribute that publishers can block. */
  hasAttributes: boolean;
  /** Language of its ads. */
  language: string;
  startMs: number;
  endMs: number;
  /**
   * Display creatives by size, video and audio under "video" and "audio", those with parts of native ads also under
   * "native".
   */
  creatives: Map<string, SnapshotCreative[]>;
  /** It bids only through these; undefined if it bids without deals. */
  deals: CompiledDeal[] | undefined;
  /** What providers get for its audiences, by segment; undefined if all are free. */
  dataFees: DataFees | undefined;
};

export type CampaignIndex = {
  words: number;
  campaigns: CompiledCampaign[];
  ordinals: Map<number, number>;
  all: Bits;
  formats: Map<string, Postings>;
  location: Dimension & { circles: Circle[] };
  context: Dimension;
  /** By the first words of keywords, how many words the longest one has. Most words of a page start none. */
  keywordLengths: Map<string, number>;
  device: Dimension;
  browser: Dimension;
  language: Dimension;
  environment: Dimension;
  hour: Dimension;
  /** Time zones of campaigns with chosen hours. */
  zones: string[];
  siteAllow: Dimension;
  siteBlock: Map<string, Postings>;
  audience: Dimension;
  age: Dimension;
  gender: Dimension;
  parental: Dimension;
  income: Dimension;
  owner: Dimension;
  deal: Dimension;
  /** Whether any campaign bids only through deals. */
  hasDeals: boolean;
  /** Advertised categories and advertiser domains with their parents, for blocked lists. */
  ownCategories: Map<string, Postings>;
  ownDomains: Map<string, Postings>;
  memo: MatchMemo;
};

/** A city without a radius reaches this far when a request has coordinates but no city. */
const cityRadiusKm = 12;
const sliceSize = 250;

export const cityKey = (name: string, country: string): string => `city ${country} ${normaliseName(name)}`;
export const keywordKey = (phrase: string): string => `word ${phrase}`;
export const hourKey = (timeZone: string, hour: number): string => `${timeZone} ${hour}`;
export const videoFormat = "video";
export const nativeFormat = "native";
export const audioFormat = "audio";

/**
 * The keys of a creative: its size, or its kind where it fits slots of any size. A companion is never offered by
 * itself.
 */
function formatsOf({ kind, native, width, height, isCompanion }: SnapshotCreative): string[] {
  if (isCompanion === true) return [];
  if (kind === "video") return [videoFormat];
  if (kind === "audio") return [audioFormat];
  return native === undefined ? [`${width}x${height}`] : [`${width}x${height}`, nativeFormat];
}

type Draft = { unrestricted: number[]; values: Map<string, number[]> };
const draft = (): Draft => ({ unrestricted: [], values: new Map() });

function put(values: Map<string, number[]>, key: string, ordinal: number): void {
  const ordinals = values.get(key);
  if (ordinals === undefined) values.set(key, [ordinal]);
  else if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
}

function restrict(dimension: Draft, ordinal: number, keys: string[]): void {
  if (keys.length === 0) dimension.unrestricted.push(ordinal);
  for (const key of keys) put(dimension.values, key, ordinal);
}

/** All values selected is no restriction, so that visitors with an unknown value match as well. */
const unlessAll = (chosen: string[], possible: readonly string[]): string[] =>
  possible.every((value) => chosen.includes(value)) ? [] : chosen;

function indexDraft() {
  return {
    campaigns: [] as CompiledCampaign[],
    circles: new Map<string, { disc: Disc; ordinals: number[] }>(),
    formats: new Map<string, number[]>(),
    siteBlock: new Map<string, number[]>(),
    ownCategories: new Map<string, number[]>(),
    ownDomains: new Map<string, number[]>(),
    location: draft(),
    context: draft(),
    device: draft(),
    browser: draft(),
    language: draft(),
    environment: draft(),
    hour: draft(),
    zones: new Set<string>(),
    keywordLengths: new Map<string, number>(),
    siteAllow: draft(),
    audience: draft(),
    age: draft(),
    gender: draft(),
    parental: draft(),
    income: draft(),
    owner: draft(),
    deal: draft(),
  };
}
type IndexDraft = ReturnType<typeof indexDraft>;

function addCampaign(to: IndexDraft, snapshot: CampaignSnapshot): void {
  const ordinal = to.campaigns.length;
  const { targeting } = snapshot;
  const deals = targeting.deals.length === 0 ? undefined : targeting.deals.map(compileDeal);
  const creatives = new Map<string, SnapshotCreative[]>();
  for (const creative of snapshot.creatives) {
    for (const format of formatsOf(creative)) {
      creatives.set(format, [...(creatives.get(format) ?? []), creative]);
      put(to.formats, format, ordinal);
    }
  }
  to.campaigns.push({
    ordinal,
    snapshot,
    priceMicros: Number(snapshot.priceMicros),
    currency: snapshot.currency,
    prefersClicks: snapshot.strategy === "performance",
    dataFees: compileDataFees(snapshot),
    hasAttributes: snapshot.creatives.some(({ attributes }) => attributes !== undefined && attributes.length > 0),
    // Older snapshots have it only as the visitors' language, which is the same.
    language: snapshot.language ?? targeting.languages[0] ?? "",
    startMs: Date.parse(snapshot.startAt),
    endMs: Date.parse(snapshot.endAt),
    creatives,
    deals,
  });
  if (deals === undefined) to.deal.unrestricted.push(ordinal);
  else for (const key of deals.flatMap(dealKeys)) put(to.deal.values, key, ordinal);
  for (const category of snapshot.iabCategories.flatMap(categoryAndParent)) put(to.ownCategories, category, ordinal);
  const { content2, product2 } = snapshot.newerCategories ?? {};
  if (content2 !== undefined) put(to.ownCategories, contentKey(content2), ordinal);
  if (product2 !== undefined) put(to.ownCategories, productKey(product2), ordinal);
  const links = snapshot.creatives.flatMap(({ destinationUrl }) => destinationUrl ?? []);
  for (const host of [snapshot.advertiserDomain, ...links]) {
    for (const domain of domainAndParents(normaliseDomain(host))) put(to.ownDomains, domain, ordinal);
  }
  const points = [...targeting.radii, ...targeting.cities.map((city) => ({ ...city, radiusKm: cityRadiusKm }))];
  for (const { latitude, longitude, radiusKm } of points) {
    const key = `${latitude} ${longitude} ${radiusKm}`;
    const circle = to.circles.get(key) ?? { disc: discOf(latitude, longitude, radiusKm), ordinals: [] };
    if (circle.ordinals.at(-1) !== ordinal) circle.ordinals.push(ordinal);
    to.circles.set(key, circle);
  }
  const places = [
    ...targeting.countries.map((country) => `country ${country.toUpperCase()}`),
    ...targeting.regions.map((region) => `region ${region.toUpperCase()}`),
    ...targeting.cities.map((city) => cityKey(city.name, city.country.toUpperCase())),
    ...targeting.zips.map((zip) => `zip ${normaliseWords(zip)}`),
  ];
  if (points.length === 0 || places.length > 0) restrict(to.location, ordinal, places);
  const topics = targeting.categories.map((category) => `category ${category}`);
  const keywords = targeting.keywords.map(normaliseWords).filter((keyword) => keyword !== "");
  restrict(to.context, ordinal, [...topics, ...keywords.map(keywordKey)]);
  for (const keyword of keywords) {
    const [first = "", ...others] = keyword.split(" ");
    to.keywordLengths.set(first, Math.max(1 + others.length, to.keywordLengths.get(first) ?? 0));
  }
  restrict(to.device, ordinal, unlessAll(targeting.devices, devices));
  restrict(to.browser, ordinal, unlessAll(targeting.browsers, browsers));
  restrict(
    to.language,
    ordinal,
    targeting.languages.map((language) => language.slice(0, 2).toLowerCase()),
  );
  restrict(to.environment, ordinal, targeting.environments);
  const hours = targeting.hours.length === hoursOfWeek ? [] : targeting.hours;
  restrict(
    to.hour,
    ordinal,
    hours.map((hour) => hourKey(snapshot.timeZone, hour)),
  );
  if (hours.length > 0) to.zones.add(snapshot.timeZone);
  restrict(to.siteAllow, ordinal, targeting.siteAllow.map(normaliseDomain));
  for (const site of targeting.siteBlock) put(to.siteBlock, normaliseDomain(site), ordinal);
  restrict(to.audience, ordinal, targeting.audiences);
  restrict(to.age, ordinal, targeting.ages);
  restrict(to.gender, ordinal, unlessAll(targeting.genders, genders));
  restrict(to.parental, ordinal, targeting.parental);
  restrict(to.income, ordinal, targeting.incomes);
  restrict(to.owner, ordinal, targeting.remarketing ? [snapshot.ownerUid] : []);
}

function pack(from: IndexDraft): CampaignIndex {
  const words = wordsFor(from.campaigns.length);
  const packAll = (values: Map<string, number[]>): Map<string, Postings> =>
    new Map([...values].map(([key, ordinals]) => [key, packPostings(ordinals, words)]));
  const dimension = (of: Draft): Dimension => {
    const any = new Uint32Array(words);
    for (const ordinal of of.unrestricted) setBit(any, ordinal);
    return { any, values: packAll(of.values) };
  };
  const all = new Uint32Array(words);
  for (const { ordinal } of from.campaigns) setBit(all, ordinal);
  return {
    words,
    campaigns: from.campaigns,
    ordinals: new Map(from.campaigns.map(({ snapshot, ordinal }) => [snapshot.campaignId, ordinal])),
    all,
    formats: packAll(from.formats),
    location: {
      ...dimension(from.location),
      circles: [...from.circles.values()].map(({ disc, ordinals }) => ({
        ...disc,
        postings: packPostings(ordinals, words),
      })),
    },
    context: dimension(from.context),
    keywordLengths: from.keywordLengths,
    device: dimension(from.device),
    browser: dimension(from.browser),
    language: dimension(from.language),
    environment: dimension(from.environment),
    hour: dimension(from.hour),
    zones: [...from.zones],
    siteAllow: dimension(from.siteAllow),
    siteBlock: packAll(from.siteBlock),
    audience: dimension(from.audience),
    age: dimension(from.age),
    gender: dimension(from.gender),
    parental: dimension(from.parental),
    income: dimension(from.income),
    owner: dimension(from.owner),
    deal: dimension(from.deal),
    hasDeals: from.deal.unrestricted.length < from.campaigns.length,
    ownCategories: packAll(from.ownCategories),
    ownDomains: packAll(from.ownDomains),
    memo: newMatchMemo(words),
  };
}

/** Compiles an index at once: for tests, benchmarks and the first index of a process. */
export function compileIndex(snapshots: Iterable<CampaignSnapshot>): CampaignIndex {
  const building = indexDraft();
  for (const snapshot of snapshots) addCampaign(building, snapshot);
  return pack(building);
}

/** Compiles an index in slices; `yieldTurn` lets the event loop answer requests in between. */
export async function compileIndexInSlices(
  snapshots: CampaignSnapshot[],
  yieldTurn: () => Promise<unknown>,
): Promise<CampaignIndex> {
  const building = indexDraft();
  for (let start = 0; start < snapshots.length; start += sliceSize) {
    for (const snapshot of snapshots.slice(start, start + sliceSize)) addCampaign(building, snapshot);
    await yieldTurn();
  }
  return pack(building);
}
