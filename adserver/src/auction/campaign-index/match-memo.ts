import type { Place } from "../../kernel/ad-request.ts";
import type { Bits } from "./bitset.ts";
import { type Circle, cellOf } from "./map-cell.ts";

/**
 * Campaigns that match the whole cell, and circles to check. `within` caches the last result by a bit mask of
 * circles.
 */
export type PlaceAnswer = { bits: Bits; nearby: Circle[]; within: { mask: number; bits: Bits } | undefined };

/**
 * Cached matches of one index by site, place, device and so on. Discarded with the index; a map is cleared when full.
 */
export type MatchMemo = {
  maxEntries: number;
  technology: Map<string, Bits>;
  places: Map<string, PlaceAnswer>;
  sites: Map<string, Bits>;
  /** By a page's text and categories. */
  pages: Map<string, Bits>;
  sizes: Map<string, Bits>;
  /** By age, gender, parental status and income. */
  people: Map<string, Bits>;
};

/** The cache key of a location, except its position within its cell. */
export const placeKeyOf = ({ country, region, city, zip, latitude, longitude }: Place): string =>
  `${country} ${cellOf(latitude, longitude)} ${region.length} ${city.length} ${region}${city}${zip}`;

const maxAnswers = 20_000;
const maxWords = 2 ** 21;

/** `words` is the length of a bitset: longer sets allow fewer entries. */
export const newMatchMemo = (words: number): MatchMemo => ({
  maxEntries: Math.min(maxAnswers, Math.floor(maxWords / Math.max(1, words))),
  technology: new Map(),
  places: new Map(),
  sites: new Map(),
  pages: new Map(),
  sizes: new Map(),
  people: new Map(),
});

/** Stores a result and returns it. */
export function storeAnswer<Answer>(
  memo: MatchMemo,
  answers: Map<string, Answer>,
  key: string,
  answer: Answer,
): Answer {
  if (answers.size >= memo.maxEntries) answers.clear();
  answers.set(key, answer);
  return answer;
}
