import type { Language } from "@litfass/contract/kernel/language";
import { type Guide, type GuideName, guideNames, textIn } from "./guide-contents.ts";
import { sectionsOf } from "./render-guide.ts";

/** The longest query that is searched for; more is cut off. */
export const maxQueryLength = 100;
const maxWords = 8;
const maxHits = 20;
const excerptLength = 160;

/** A section of a page that has every word of a query. `heading` and `anchor` are empty for the beginning of a page. */
export type GuideHit = { name: GuideName; title: string; heading: string; anchor: string; excerpt: ExcerptPart[] };
/** A piece of an excerpt; `isMatch` marks a word of the query. */
export type ExcerptPart = { text: string; isMatch: boolean };

/** Without case and accents, and as long as the text, so that positions are the same in both. */
const fold = (text: string): string =>
  [...text].map((letter) => (letter.normalize("NFD")[0] ?? letter).toLowerCase()).join("");

/** The words of a query, folded. */
const wordsOf = (query: string): string[] =>
  [...new Set(fold(query.slice(0, maxQueryLength)).match(/[\p{L}\p{N}_/.-]{2,}/gu) ?? [])].slice(0, maxWords);

/**
 * Sections with every word of the query, also inside longer words, because German joins them. Matches in a title rank
 * before those in a heading, and those before the text.
 */
export function searchGuide(guide: Guide, language: Language, query: string): GuideHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return guideNames
    .flatMap((name) => hitsOf(guide, name, language, words))
    .sort((a, b) => b.score - a.score)
    .slice(0, maxHits)
    .map(({ hit }) => hit);
}

function hitsOf(
  guide: Guide,
  name: GuideName,
  language: Language,
  words: string[],
): { hit: GuideHit; score: number }[] {
  const { title, lead, text } = textIn(guide, name, language);
  const beginning = { heading: "", anchor: "", text: lead };
  return [beginning, ...sectionsOf(text)].flatMap((section) => {
    const [inTitle, inHeading, inText] = [fold(title), fold(section.heading), fold(section.text)];
    const isFound = words.every((word) => [inTitle, inHeading, inText].some((part) => part.includes(word)));
    // The beginning of a page stands for its title; other sections need a word of their own.
    const isOwn = section === beginning || words.some((word) => inHeading.includes(word) || inText.includes(word));
    if (!isFound || !isOwn) return [];
    const score = words.reduce(
      (sum, word) =>
        sum + (inTitle.includes(word) ? 8 : 0) + (inHeading.includes(word) ? 4 : 0) + (inText.includes(word) ? 1 : 0),
      0,
    );
    const { heading, anchor } = section;
    return [{ hit: { name, title, heading, anchor, excerpt: excerptOf(section.text, words) }, score }];
  });
}

/** About 160 characters around the first match, cut at spaces. */
function excerptOf(text: string, words: string[]): ExcerptPart[] {
  const found = words.map((word) => fold(text).indexOf(word)).filter((at) => at >= 0);
  const first = found.length > 0 ? Math.min(...found) : 0;
  const from = first < 60 ? 0 : text.indexOf(" ", first - 60) + 1;
  const end = text.indexOf(" ", from + excerptLength);
  const cut = text.slice(from, end < 0 ? text.length : end);
  return split(`${from > 0 ? "… " : ""}${cut}${end < 0 ? "" : " …"}`, words);
}

function split(text: string, words: string[]): ExcerptPart[] {
  const folded = fold(text);
  const parts: ExcerptPart[] = [];
  let at = 0;
  while (at < text.length) {
    const next = words
      .map((word) => ({ word, start: folded.indexOf(word, at) }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start || b.word.length - a.word.length)[0];
    const start = next?.start ?? text.length;
    if (start > at) parts.push({ text: text.slice(at, start), isMatch: false });
    if (next) parts.push({ text: text.slice(start, start + next.word.length), isMatch: true });
    at = start + (next?.word.length ?? 0);
  }
  return parts;
}
