import type { AdRequest, Slot } from "./ad-request.ts";
import { addPostings, type Bits, keepCommon, removeAll } from "./bitset.ts";
import { directionOf, isWithin } from "./distance.ts";
import { hourOfWeek } from "./hour-of-week.ts";
import { type CampaignIndex, cityKey, type Dimension, hourKey, keywordKey, videoFormat } from "./index-compile.ts";
import { categoryAndParent, domainAndParents, normaliseName } from "./normalise.ts";

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

function keepTechnology(index: CampaignIndex, request: AdRequest, result: Bits, scratch: Bits): void {
  const { siteKind, visitor } = request;
  keepOne(index.environment, siteKind === "app" ? "app" : "web", result, scratch);
  keepOne(index.device, visitor.device, result, scratch);
  keepOne(index.browser, visitor.browser, result, scratch);
  keepOne(index.language, visitor.language, result, scratch);
  keepHours(index, request.atMs, result, scratch);
}

function keepPeople(index: CampaignIndex, { visitor }: AdRequest, result: Bits, scratch: Bits): void {
  keepSome(index.audience, visitor.segments, result, scratch);
  keepOne(index.age, visitor.age, result, scratch);
  keepOne(index.gender, visitor.gender, result, scratch);
  keepOne(index.parental, visitor.parental, result, scratch);
  keepOne(index.income, visitor.income, result, scratch);
  keepSome(index.owner, visitor.metOwners, result, scratch);
}

/** Of `matching`, those that have a creative for the slot. */
export function matchSlot(index: CampaignIndex, slot: Slot, matching: Bits, result: Bits): void {
  result.fill(0);
  if (slot.kind === "video") addPostings(result, index.formats.get(videoFormat));
  else for (const size of slot.sizes) addPostings(result, index.formats.get(size));
  keepCommon(result, matching);
}

function keepOne(dimension: Dimension, value: string, result: Bits, scratch: Bits): void {
  if (dimension.values.size === 0) return;
  scratch.set(dimension.any);
  addPostings(scratch, dimension.values.get(value));
  keepCommon(result, scratch);
}

function keepSome(dimension: Dimension, values: string[], result: Bits, scratch: Bits): void {
  if (dimension.values.size === 0) return;
  scratch.set(dimension.any);
  for (const value of values) addPostings(scratch, dimension.values.get(value));
  keepCommon(result, scratch);
}

function keepHours({ hour, zones }: CampaignIndex, atMs: number, result: Bits, scratch: Bits): void {
  if (zones.length === 0) return;
  scratch.set(hour.any);
  for (const zone of zones) addPostings(scratch, hour.values.get(hourKey(zone, hourOfWeek(zone, atMs))));
  keepCommon(result, scratch);
}

/** The five kinds of places are alternatives: any one of them suffices. */
function keepPlaces(index: CampaignIndex, { visitor }: AdRequest, result: Bits, scratch: Bits): void {
  const { any, values, circles } = index.location;
  if (values.size === 0 && circles.length === 0) return;
  scratch.set(any);
  const { country, region, city, zip, latitude, longitude } = visitor;
  if (country !== "") addPostings(scratch, values.get(`country ${country}`));
  if (region !== "") addPostings(scratch, values.get(`region ${region}`));
  if (city !== "") addPostings(scratch, values.get(cityKey(city, country)));
  if (zip !== "") {
    addPostings(scratch, values.get(`zip ${normaliseName(zip)}`));
    addPostings(scratch, values.get(`zip ${normaliseName(`${country} ${zip}`)}`));
  }
  if (latitude !== undefined && longitude !== undefined) {
    const place = directionOf(latitude, longitude);
    for (const circle of circles) {
      if (isWithin(place, circle)) scratch[circle.ordinal >>> 5]! |= 1 << (circle.ordinal & 31);
    }
  }
  keepCommon(result, scratch);
}

/** Topics and keywords are alternatives: a page about the topic, or a page with the word. */
function keepContext(index: CampaignIndex, request: AdRequest, result: Bits, scratch: Bits): void {
  const { any, values } = index.context;
  if (values.size === 0) return;
  scratch.set(any);
  for (const category of request.categories) {
    for (const code of categoryAndParent(category)) addPostings(scratch, values.get(`category ${code}`));
  }
  if (index.keywordStarts.size > 0 && request.words !== "") {
    const words = request.words.split(" ", mostWords);
    for (let start = 0; start < words.length; start++) {
      if (!index.keywordStarts.has(words[start]!)) continue;
      let phrase = "";
      for (let end = start; end < Math.min(words.length, start + longestPhrase); end++) {
        phrase = end === start ? words[end]! : `${phrase} ${words[end]}`;
        addPostings(scratch, values.get(keywordKey(phrase)));
      }
    }
  }
  keepCommon(result, scratch);
}

function keepSites(index: CampaignIndex, request: AdRequest, result: Bits, scratch: Bits): void {
  const { any, values } = index.siteAllow;
  if (values.size === 0 && index.siteBlock.size === 0) return;
  const names = domainAndParents(request.site);
  if (values.size > 0) {
    scratch.set(any);
    for (const name of names) addPostings(scratch, values.get(name));
    keepCommon(result, scratch);
  }
  if (index.siteBlock.size > 0) {
    scratch.fill(0);
    for (const name of names) addPostings(scratch, index.siteBlock.get(name));
    removeAll(result, scratch);
  }
}
