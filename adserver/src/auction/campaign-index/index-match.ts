import type { AdRequest, Slot, Visitor } from "../../kernel/ad-request.ts";
import { memoizeByRef } from "../../kernel/memoize.ts";
import { categoryAndParent, domainAndParents, normaliseName } from "../../kernel/normalize.ts";
import { hourOfWeek, quarterOf } from "../eligibility/hour-of-week.ts";
import { addPostings, type Bits, intersect, intersectWithUnion, subtract } from "./bitset.ts";
import { visitDealKeys } from "./compiled-deal.ts";
import { directionOf, isWithin } from "./distance.ts";
import {
  audioFormat,
  type CampaignIndex,
  cityKey,
  type Dimension,
  hourKey,
  keywordKey,
  nativeFormat,
  videoFormat,
} from "./index-compile.ts";
import { cellOf, splitCircles } from "./map-cell.ts";
import { type PlaceAnswer, placeKeyOf, storeAnswer } from "./match-memo.ts";

/** The first words of a page's text are compared with keywords; a request may have any number. */
const maxWords = 200;

/** The campaigns that match a request, per targeting step; a campaign must be in all sets. */
export type Matching = { technology: Bits; place: Bits; context: Bits; site: Bits; people: Bits };

/** Reusable sets. A `Matching` is valid until the next one is computed with the same scratch. */
export type MatchScratch = { place: Bits; people: Bits; some: Bits; deals: Bits };

export const newMatchScratch = (words: number): MatchScratch => ({
  place: new Uint32Array(words),
  people: new Uint32Array(words),
  some: new Uint32Array(words),
  deals: new Uint32Array(words),
});

/** The targeting steps in order. */
export const matchSteps = ["technology", "place", "context", "site", "people"] as const satisfies (keyof Matching)[];

export const matchRequest = (index: CampaignIndex, request: AdRequest, scratch: MatchScratch): Matching => ({
  technology: technologyOf(index, request),
  place: placesOf(index, request.visitor, scratch),
  context: contextOf(index, request),
  site: sitesOf(index, request.site),
  people: peopleOf(index, request.visitor, scratch),
});

const sizesKey = memoizeByRef((sizes: string[]): string => sizes.join(" "));

const formatOfKind = { banner: undefined, video: videoFormat, native: nativeFormat, audio: audioFormat };

/** Campaigns that have a creative for the slot. */
export function matchSlot({ formats, memo, words }: CampaignIndex, slot: Slot): Bits {
  const onlySize = slot.sizes.length === 1 ? slot.sizes[0] : undefined;
  const sizes = formatOfKind[slot.kind] ?? onlySize ?? sizesKey(slot.sizes);
  const known = memo.sizes.get(sizes);
  if (known !== undefined) return known;
  const bits = new Uint32Array(words);
  if (slot.kind !== "banner") addPostings(bits, formats.get(sizes));
  else for (const size of slot.sizes) addPostings(bits, formats.get(size));
  return storeAnswer(memo, memo.sizes, sizes, bits);
}

/**
 * Campaigns that have a creative for the slot and may buy it: without deals, or through one of its deals. Valid until
 * the next call with the same scratch.
 */
export function matchOpportunity(index: CampaignIndex, exchange: string, slot: Slot, scratch: MatchScratch): Bits {
  const fitting = matchSlot(index, slot);
  if (!index.hasDeals) return fitting;
  const { any, values } = index.deal;
  scratch.deals.set(any);
  visitDealKeys(exchange, slot, (key) => addPostings(scratch.deals, values.get(key)));
  intersect(scratch.deals, fitting);
  return scratch.deals;
}

/**
 * Calls `visit` with the ordinals that match a request and a slot, cyclically from `firstWord`, until it returns false.
 * Sets are combined word by word because a decision evaluates only a few of them.
 */
export function visitMatches(
  { technology, place, context, site, people }: Matching,
  fitting: Bits,
  firstWord: number,
  visit: (ordinal: number) => boolean,
): void {
  const { length } = fitting;
  let at = firstWord;
  for (let i = 0; i < length; i++) {
    let word = (fitting[at] ?? 0) & (technology[at] ?? 0) & (context[at] ?? 0);
    word &= (place[at] ?? 0) & (site[at] ?? 0) & (people[at] ?? 0);
    while (word !== 0) {
      const low = word & -word;
      if (!visit((at << 5) + 31 - Math.clz32(low))) return;
      word ^= low;
    }
    at = at + 1 === length ? 0 : at + 1;
  }
}

/** Whether any campaign matches a request, of those in a set. */
export function matchesAny(matching: Matching, among: Bits): boolean {
  let isAny = false;
  visitMatches(matching, among, 0, () => {
    isAny = true;
    return false;
  });
  return isAny;
}

function matchOne(dimension: Dimension, value: string, result: Bits): void {
  if (dimension.values.size > 0) intersectWithUnion(result, dimension.any, dimension.values.get(value));
}

function matchAny(dimension: Dimension, values: string[], result: Bits, scratch: Bits): void {
  if (dimension.values.size === 0) return;
  scratch.set(dimension.any);
  for (const value of values) addPostings(scratch, dimension.values.get(value));
  intersect(result, scratch);
}

function technologyOf(index: CampaignIndex, { siteKind, visitor, atMs }: AdRequest): Bits {
  const { memo, zones } = index;
  const { device, browser, language } = visitor;
  const quarter = zones.length === 0 ? 0 : quarterOf(atMs);
  const key = `${siteKind} ${device} ${browser} ${quarter} ${language}`;
  const known = memo.technology.get(key);
  if (known !== undefined) return known;
  const bits = index.all.slice();
  matchOne(index.environment, siteKind === "app" ? "app" : "web", bits);
  matchOne(index.device, device, bits);
  matchOne(index.browser, browser, bits);
  matchOne(index.language, language, bits);
  const hours = zones.map((zone) => hourKey(zone, hourOfWeek(zone, atMs)));
  matchAny(index.hour, hours, bits, new Uint32Array(index.words));
  return storeAnswer(memo, memo.technology, key, bits);
}

function peopleOf(index: CampaignIndex, visitor: Visitor, scratch: MatchScratch): Bits {
  const { audience, owner } = index;
  const bits = demographyOf(index, visitor);
  if (audience.values.size === 0 && owner.values.size === 0) return bits;
  scratch.people.set(bits);
  matchAny(audience, visitor.segments, scratch.people, scratch.some);
  matchAny(owner, visitor.remarketingOwners, scratch.people, scratch.some);
  return scratch.people;
}

function demographyOf(index: CampaignIndex, { age, gender, parental, income }: Visitor): Bits {
  const { all, memo } = index;
  if (index.age.values.size + index.gender.values.size + index.parental.values.size + index.income.values.size === 0)
    return all;
  const key = `${age} ${gender} ${parental} ${income}`;
  const known = memo.people.get(key);
  if (known !== undefined) return known;
  const bits = all.slice();
  matchOne(index.age, age, bits);
  matchOne(index.gender, gender, bits);
  matchOne(index.parental, parental, bits);
  matchOne(index.income, income, bits);
  return storeAnswer(memo, memo.people, key, bits);
}

/** With more circles around a cell than a bit mask holds, their union is computed per request. */
const maxMasked = 30;

/** The five kinds of locations are alternatives: one match suffices. */
function placesOf(index: CampaignIndex, visitor: Visitor, scratch: MatchScratch): Bits {
  const { values, circles } = index.location;
  if (values.size === 0 && circles.length === 0) return index.all;
  const { latitude, longitude } = visitor;
  const key = visitor.placeKey ?? placeKeyOf(visitor);
  const answer = index.memo.places.get(key) ?? matchPlace(index, visitor, key);
  const { bits, nearby } = answer;
  if (nearby.length === 0 || latitude === undefined || longitude === undefined) return bits;
  const place = directionOf(latitude, longitude);
  let mask = 0;
  let at = 0;
  for (const circle of nearby) {
    if (isWithin(place, circle)) mask |= 1 << (at % maxMasked);
    at++;
  }
  if (mask === 0) return bits;
  if (nearby.length <= maxMasked && answer.within?.mask === mask) return answer.within.bits;
  scratch.place.set(bits);
  for (const circle of nearby) if (isWithin(place, circle)) addPostings(scratch.place, circle.postings);
  if (nearby.length <= maxMasked) answer.within = { mask, bits: scratch.place.slice() };
  return scratch.place;
}

function matchPlace(index: CampaignIndex, visitor: Visitor, key: string): PlaceAnswer {
  const { any, values, circles } = index.location;
  const { country, region, city, zip, latitude, longitude } = visitor;
  const bits = any.slice();
  if (country !== "") addPostings(bits, values.get(`country ${country}`));
  if (region !== "") addPostings(bits, values.get(`region ${region}`));
  if (city !== "") addPostings(bits, values.get(cityKey(city, country)));
  if (zip !== "") {
    addPostings(bits, values.get(`zip ${normaliseName(zip)}`));
    addPostings(bits, values.get(`zip ${normaliseName(`${country} ${zip}`)}`));
  }
  const nearby = splitCircles(circles, cellOf(latitude, longitude), bits);
  return storeAnswer(index.memo, index.memo.places, key, { bits, nearby, within: undefined });
}

const contextKeys = memoizeByRef((_categories: string[]) => ({ text: "", key: "" }));

/** Cache key of a context. A repeated page has the same categories array and usually the same text. */
function contextKey(text: string, categories: string[]): string {
  const known = contextKeys(categories);
  if (known.key === "" || known.text !== text) {
    known.text = text;
    known.key = `${text}|${JSON.stringify(categories)}`;
  }
  return known.key;
}

/** Topics and keywords are alternatives: one match suffices. */
function contextOf(index: CampaignIndex, { categories, keywordText }: AdRequest): Bits {
  const { context, memo } = index;
  if (context.values.size === 0) return index.all;
  const key = contextKey(keywordText, categories);
  const known = memo.pages.get(key);
  if (known !== undefined) return known;
  const bits = context.any.slice();
  for (const category of categories) {
    for (const code of categoryAndParent(category)) addPostings(bits, context.values.get(`category ${code}`));
  }
  if (index.keywordLengths.size > 0 && keywordText !== "") addKeywords(index, keywordText.split(" ", maxWords), bits);
  return storeAnswer(memo, memo.pages, key, bits);
}

function addKeywords({ context, keywordLengths }: CampaignIndex, words: string[], bits: Bits): void {
  for (const [start, first] of words.entries()) {
    const longest = Math.min(keywordLengths.get(first) ?? 0, words.length - start);
    for (let length = 1; length <= longest; length++) {
      const phrase = words.slice(start, start + length).join(" ");
      addPostings(bits, context.values.get(keywordKey(phrase)));
    }
  }
}

function sitesOf(index: CampaignIndex, site: string): Bits {
  const { siteAllow, siteBlock, memo } = index;
  if (siteAllow.values.size === 0 && siteBlock.size === 0) return index.all;
  const known = memo.sites.get(site);
  if (known !== undefined) return known;
  const bits = index.all.slice();
  const names = domainAndParents(site);
  const scratch = new Uint32Array(index.words);
  matchAny(siteAllow, names, bits, scratch);
  scratch.fill(0);
  for (const name of names) addPostings(scratch, siteBlock.get(name));
  subtract(bits, scratch);
  return storeAnswer(memo, memo.sites, site, bits);
}
