import type { AdRequest, Slot, Visitor } from "./ad-request.ts";
import { addPostings, type Bits, keepCommon, keepWanted, removeAll } from "./bitset.ts";
import { directionOf, isWithin } from "./distance.ts";
import { hourOfWeek, quarterOf } from "./hour-of-week.ts";
import { type CampaignIndex, cityKey, type Dimension, hourKey, keywordKey, videoFormat } from "./index-compile.ts";
import { cellOf, splitCircles } from "./map-cell.ts";
import { keepAnswer, type PlaceAnswer, placeKeyOf } from "./match-memo.ts";
import { categoryAndParent, domainAndParents, normaliseName } from "./normalise.ts";
import { rememberedOf } from "./remembered.ts";

const longestPhrase = 3;
const mostWords = 200;

type Keep = (index: CampaignIndex, request: AdRequest, result: Bits, scratch: Bits) => void;

/** The questions of the targeting in their order; each leaves those in `result` that say yes. */
export const matchStages: { step: "technology" | "place" | "context" | "site" | "people"; keep: Keep }[] = [
  { step: "technology", keep: keepTechnology },
  { step: "place", keep: keepPlaces },
  { step: "context", keep: keepContext },
  { step: "site", keep: keepSites },
  { step: "people", keep: keepPeople },
];

/** Campaigns whose targeting wants this page and visitor, whatever the slot. `result` and `scratch` are overwritten. */
export function matchRequest(index: CampaignIndex, request: AdRequest, result: Bits, scratch: Bits): void {
  result.set(index.all);
  for (const { keep } of matchStages) keep(index, request, result, scratch);
}

const sizesKey = rememberedOf((sizes: string[]): string => sizes.join(" "));

/** Of `matching`, those that have a creative for the slot. */
export function matchSlot({ formats, memo, words }: CampaignIndex, slot: Slot, matching: Bits, result: Bits): void {
  const sizes = slot.kind === "video" ? videoFormat : slot.sizes.length === 1 ? slot.sizes[0]! : sizesKey(slot.sizes);
  let bits = memo.sizes.get(sizes);
  if (bits === undefined) {
    bits = new Uint32Array(words);
    if (slot.kind === "video") addPostings(bits, formats.get(videoFormat));
    else for (const size of slot.sizes) addPostings(bits, formats.get(size));
    keepAnswer(memo, memo.sizes, sizes, bits);
  }
  for (let i = 0; i < result.length; i++) result[i] = bits[i]! & matching[i]!;
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

function keepTechnology(index: CampaignIndex, { siteKind, visitor, atMs }: AdRequest, result: Bits): void {
  const { memo, zones } = index;
  const { device, browser, language } = visitor;
  const quarter = zones.length === 0 ? 0 : quarterOf(atMs);
  const key = `${siteKind} ${device} ${browser} ${quarter} ${language}`;
  let bits = memo.technology.get(key);
  if (bits === undefined) {
    bits = index.all.slice();
    keepOne(index.environment, siteKind === "app" ? "app" : "web", bits);
    keepOne(index.device, device, bits);
    keepOne(index.browser, browser, bits);
    keepOne(index.language, language, bits);
    const hours = zones.map((zone) => hourKey(zone, hourOfWeek(zone, atMs)));
    keepSome(index.hour, hours, bits, new Uint32Array(index.words));
    keepAnswer(memo, memo.technology, key, bits);
  }
  keepCommon(result, bits);
}

function keepPeople(index: CampaignIndex, { visitor }: AdRequest, result: Bits, scratch: Bits): void {
  keepSome(index.audience, visitor.segments, result, scratch);
  keepOne(index.age, visitor.age, result);
  keepOne(index.gender, visitor.gender, result);
  keepOne(index.parental, visitor.parental, result);
  keepOne(index.income, visitor.income, result);
  keepSome(index.owner, visitor.metOwners, result, scratch);
}

/** The five kinds of places are alternatives: any one of them suffices. */
function keepPlaces(index: CampaignIndex, { visitor }: AdRequest, result: Bits, scratch: Bits): void {
  const { values, circles } = index.location;
  if (values.size === 0 && circles.length === 0) return;
  const { latitude, longitude } = visitor;
  const key = visitor.placeKey ?? placeKeyOf(visitor);
  const { bits, nearby } = index.memo.places.get(key) ?? askPlace(index, visitor, key);
  if (nearby.length === 0) {
    keepCommon(result, bits);
    return;
  }
  scratch.set(bits);
  const place = directionOf(latitude!, longitude!);
  for (const circle of nearby) if (isWithin(place, circle)) addPostings(scratch, circle.postings);
  keepCommon(result, scratch);
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
  return keepAnswer(index.memo, index.memo.places, key, {
    bits,
    nearby: splitCircles(circles, cellOf(latitude, longitude), bits),
  });
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
function keepContext(index: CampaignIndex, { categories, words }: AdRequest, result: Bits): void {
  const { context, memo } = index;
  if (context.values.size === 0) return;
  const key = contextKey(words, categories);
  let bits = memo.pages.get(key);
  if (bits === undefined) {
    bits = context.any.slice();
    for (const category of categories) {
      for (const code of categoryAndParent(category)) addPostings(bits, context.values.get(`category ${code}`));
    }
    if (index.keywordStarts.size > 0 && words !== "") addKeywords(index, words.split(" ", mostWords), bits);
    keepAnswer(memo, memo.pages, key, bits);
  }
  keepCommon(result, bits);
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

function keepSites(index: CampaignIndex, { site }: AdRequest, result: Bits): void {
  const { siteAllow, siteBlock, memo } = index;
  if (siteAllow.values.size === 0 && siteBlock.size === 0) return;
  let bits = memo.sites.get(site);
  if (bits === undefined) {
    bits = index.all.slice();
    const names = domainAndParents(site);
    const scratch = new Uint32Array(index.words);
    keepSome(siteAllow, names, bits, scratch);
    scratch.fill(0);
    for (const name of names) addPostings(scratch, siteBlock.get(name));
    removeAll(bits, scratch);
    keepAnswer(memo, memo.sites, site, bits);
  }
  keepCommon(result, bits);
}
