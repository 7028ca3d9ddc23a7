import type { Place } from "../../kernel/ad-request.ts";
import type { Bits } from "./bitset.ts";
import { type Circle, cellOf } from "./map-cell.ts";

/** Who wants a place: surely, and in which circles it may lie. `within` is for those it lay in last, a bit for each. */
export type PlaceAnswer = { bits: Bits; nearby: Circle[]; within: { mask: number; bits: Bits } | undefined };

/**
 * Answers of one index to questions that requests ask again and again: a site, a town, a kind of device. They go with
 * the index. One that has more to remember than its room begins anew.
 */
export type MatchMemo = {
  most: number;
  technology: Map<string, Bits>;
  places: Map<string, PlaceAnswer>;
  sites: Map<string, Bits>;
  /** By a page's words and topics. */
  pages: Map<string, Bits>;
  sizes: Map<string, Bits>;
  /** By age, gender, parental status and income. */
  people: Map<string, Bits>;
};

/** Names all that a place is matched by, but where in its cell it lies. */
export const placeKeyOf = ({ country, region, city, zip, latitude, longitude }: Place): string =>
  `${country} ${cellOf(latitude, longitude)} ${region.length} ${city.length} ${region}${city}${zip}`;

const mostAnswers = 20_000;
const mostWords = 2 ** 21;

/** `words` is the length of a set of campaigns: with many of them fewer answers are kept. */
export const newMatchMemo = (words: number): MatchMemo => ({
  most: Math.min(mostAnswers, Math.floor(mostWords / Math.max(1, words))),
  technology: new Map(),
  places: new Map(),
  sites: new Map(),
  pages: new Map(),
  sizes: new Map(),
  people: new Map(),
});

/** Remembers an answer and gives it back. */
export function keepAnswer<Answer>(memo: MatchMemo, answers: Map<string, Answer>, key: string, answer: Answer): Answer {
  if (answers.size >= memo.most) answers.clear();
  answers.set(key, answer);
  return answer;
}
