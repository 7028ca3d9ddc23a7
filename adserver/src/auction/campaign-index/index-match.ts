import type { AdRequest, Slot, Visitor } from "../../kernel/ad-request.ts";
import { rememberedOf } from "../../kernel/memoize.ts";
import { categoryAndParent, domainAndParents, normaliseName } from "../../kernel/normalize.ts";
import { hourOfWeek, quarterOf } from "../eligibility/hour-of-week.ts";
import { addPostings, type Bits, keepCommon, keepWanted, removeAll } from "./bitset.ts";
import { directionOf, isWithin } from "./distance.ts";
import { type CampaignIndex, cityKey, type Dimension, hourKey, keywordKey, videoFormat } from "./index-compile.ts";
import { cellOf, splitCircles } from "./map-cell.ts";
import { keepAnswer, type PlaceAnswer, placeKeyOf } from "./match-memo.ts";

const longestPhrase = 3;
const mostWords = 200;

/** Campaigns whose targeting wants a page and a visitor, whatever the slot: those that each of the sets holds. */
export type Matching = { technology: Bits; place: Bits; context: Bits; site: Bits; people: Bits };

/** Room for sets that only one request has. A `Matching` made with it is good until the next one is. */
export type MatchRoom = { place: Bits; people: Bits; some: Bits };

export const newMatchRoom = (words: number): MatchRoom => ({
  place: new Uint32Array(words),
  people: new Uint32Array(words),
  some: new Uint32Array(words),
});

/** The questions of the targeting in their order. */
export const matchSteps = ["technology", "place", "context", "site", "people"] as const satisfies (keyof Matching)[];

export const matchRequest = (index: CampaignIndex, request: AdRequest, room: MatchRoom): Matching => ({
  technology: technologyOf(index, request),
  place: placesOf(index, request.visitor, room),
  context: contextOf(index, request),
  site: sitesOf(index, request.site),
  people: peopleOf(index, request.visitor, room),
});

const sizesKey = rememberedOf((sizes: string[]): string => sizes.join(" "));

/** Campaigns that have a creative for the slot. */
export function matchSlot({ formats, memo, words }: CampaignIndex, slot: Slot): Bits {
  const sizes = slot.kind === "video" ? videoFormat : slot.sizes.length === 1 ? slot.sizes[0]! : sizesKey(slot.sizes);
  const known = memo.sizes.get(sizes);
  if (known !== undefined) return known;
  const bits = new Uint32Array(words);
  if (slot.kind === "video") addPostings(bits, formats.get(videoFormat));
  else for (const size of slot.sizes) addPostings(bits, formats.get(size));
  return keepAnswer(memo, memo.sizes, sizes, bits);
}

/**
 * Calls `visit` with the ordinals that match and fit a slot, from a word of the sets on and round, until it answers
 * false. The sets are combined only as far as it comes: of ten thousand campaigns a decision looks at some.
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
    let word = fitting[at]! & technology[at]! & context[at]! & place[at]! & site[at]! & people[at]!;
    while (word !== 0) {
      const low = word & -word;
      if (!visit((at << 5) + 31 - Math.clz32(low))) return;
      word ^= low;
    }
    at = at + 1 === length ? 0 : at + 1;
  }
}

/** Whether any campaign matches, whatever the slot. */
export function isWanted({ all }: CampaignIndex, matching: Matching): boolean {
  let isAny = false;
  visitMatches(matching, all, 0, () => {
    isAny = true;
    return false;
  });
  return isAny;
}

function keepOne(dimension: Dimension, value: string, result: Bits): void {
  if (dimension.values.size > 0) keepWanted(result, dimension.any, dimension.values.get(value));
}

function keepSome(dimension: Dimension, values: string[], result: Bits, scratch: Bits): void {
  if (dimension.values.size === 0) return;
  scratch.set(dimension.any);
  for (const value of values) addPostings(scratch, dimension.values.get(value));
  keepCommon(result, scratch);
}

function technologyOf(index: CampaignIndex, { siteKind, visitor, atMs }: AdRequest): Bits {
  const { memo, zones } = index;
  const { device, browser, language } = visitor;
  const quarter = zones.length === 0 ? 0 : quarterOf(atMs);
  const key = `${siteKind} ${device} ${browser} ${quarter} ${language}`;
  const known = memo.technology.get(key);
  if (known !== undefined) return known;
  const bits = index.all.slice();
  keepOne(index.environment, siteKind === "app" ? "app" : "web", bits);
  keepOne(index.device, device, bits);
  keepOne(index.browser, browser, bits);
  keepOne(index.language, language, bits);
  const hours = zones.map((zone) => hourKey(zone, hourOfWeek(zone, atMs)));
  keepSome(index.hour, hours, bits, new Uint32Array(index.words));
  return keepAnswer(memo, memo.technology, key, bits);
}

function peopleOf(index: CampaignIndex, visitor: Visitor, room: MatchRoom): Bits {
  const { audience, owner } = index;
  const bits = demographyOf(index, visitor);
  if (audience.values.size === 0 && owner.values.size === 0) return bits;
  room.people.set(bits);
  keepSome(audience, visitor.segments, room.people, room.some);
  keepSome(owner, visitor.metOwners, room.people, room.some);
  return room.people;
}

function demographyOf(index: CampaignIndex, { age, gender, parental, income }: Visitor): Bits {
  const { all, memo } = index;
  if (index.age.values.size + index.gender.values.size + index.parental.values.size + index.income.values.size === 0)
    return all;
  const key = `${age} ${gender} ${parental} ${income}`;
  const known = memo.people.get(key);
  if (known !== undefined) return known;
  const bits = all.slice();
  keepOne(index.age, age, bits);
  keepOne(index.gender, gender, bits);
  keepOne(index.parental, parental, bits);
  keepOne(index.income, income, bits);
  return keepAnswer(memo, memo.people, key, bits);
}

/** With more circles around a cell than a number has bits, they are put together anew for each request. */
const mostMasked = 30;

/** The five kinds of places are alternatives: any one of them suffices. */
function placesOf(index: CampaignIndex, visitor: Visitor, room: MatchRoom): Bits {
  const { values, circles } = index.location;
  if (values.size === 0 && circles.length === 0) return index.all;
  const { latitude, longitude } = visitor;
  const key = visitor.placeKey ?? placeKeyOf(visitor);
  const answer = index.memo.places.get(key) ?? askPlace(index, visitor, key);
  const { bits, nearby } = answer;
  if (nearby.length === 0) return bits;
  const place = directionOf(latitude!, longitude!);
  let mask = 0;
  for (let i = 0; i < nearby.length; i++) if (isWithin(place, nearby[i]!)) mask |= 1 << (i % mostMasked);
  if (mask === 0) return bits;
  if (nearby.length <= mostMasked && answer.within?.mask === mask) return answer.within.bits;
  room.place.set(bits);
  for (const circle of nearby) if (isWithin(place, circle)) addPostings(room.place, circle.postings);
  if (nearby.length <= mostMasked) answer.within = { mask, bits: room.place.slice() };
  return room.place;
}

function askPlace(index: CampaignIndex, visitor: Visitor, key: string): PlaceAnswer {
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
  return keepAnswer(index.memo, index.memo.places, key, { bits, nearby, within: undefined });
}

const contextKeys = rememberedOf((_categories: string[]) => ({ words: "", key: "" }));

/** Names what the context is matched by. A page that comes again has the same list of categories, and most often the same words. */
function contextKey(words: string, categories: string[]): string {
  const known = contextKeys(categories);
  if (known.key === "" || known.words !== words) {
    known.words = words;
    known.key = `${words}|${JSON.stringify(categories)}`;
  }
  return known.key;
}

/** Topics and keywords are alternatives: a page about the topic, or a page with the word. */
function contextOf(index: CampaignIndex, { categories, words }: AdRequest): Bits {
  const { context, memo } = index;
  if (context.values.size === 0) return index.all;
  const key = contextKey(words, categories);
  const known = memo.pages.get(key);
  if (known !== undefined) return known;
  const bits = context.any.slice();
  for (const category of categories) {
    for (const code of categoryAndParent(category)) addPostings(bits, context.values.get(`category ${code}`));
  }
  if (index.keywordStarts.size > 0 && words !== "") addKeywords(index, words.split(" ", mostWords), bits);
  return keepAnswer(memo, memo.pages, key, bits);
}

function addKeywords({ context, keywordStarts }: CampaignIndex, words: string[], bits: Bits): void {
  for (let start = 0; start < words.length; start++) {
    if (!keywordStarts.has(words[start]!)) continue;
    let phrase = "";
    for (let end = start; end < Math.min(words.length, start + longestPhrase); end++) {
      phrase = end === start ? words[end]! : `${phrase} ${words[end]}`;
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
  keepSome(siteAllow, names, bits, scratch);
  scratch.fill(0);
  for (const name of names) addPostings(scratch, siteBlock.get(name));
  removeAll(bits, scratch);
  return keepAnswer(memo, memo.sites, site, bits);
}
