import type { Language } from "@litfass/contract/kernel/language";

/**
 * Soft hyphens for long words: in German compounds between the parts first, and between syllables only if a part is
 * still too long.
 */

const parts = [
  ...["versicherung", "gesellschaft", "haftpflicht", "rechtsschutz", "schutz", "gebäude", "fahrzeug", "wechsel"],
  ...["reifen", "praxis", "beratung", "angebot", "schule", "markt", "haus", "garten", "küche", "reise", "ferien"],
  ...["woche", "service", "werkstatt", "reparatur", "behandlung", "reinigung", "eröffnung", "verkauf", "führung"],
  ...["karte", "gutschein", "unfähig", "police", "hochschul", "familie", "gespräch", "räder", "bäckerei", "zimmer"],
  ...["wohnung", "finanz", "steuer", "renten", "vorsorge", "pflege", "technik", "handwerk", "montage", "planung"],
  ...["schreinerei", "gärtnerei", "abend", "konzert", "ausstellung", "messe", "kinder", "senioren", "frühling"],
  ...["sommer", "herbst", "winter", "suche", "fest", "wagen"],
];
const softHyphen = "\u00ad";

/** In letters: shorter words fit the narrowest banner, and shorter parts of compounds are better not split further. */
export const shortestSplit = 11;
const shortestSplitPart = 13;

/** Inserts soft hyphens between the syllables of a word; injected, because its patterns weigh up to 700 KB. */
export type Hyphenate = (word: string, language: Language) => string;

/** German writes compounds as one word, and English banners have German names in them. */
const hasCompounds = (language: Language): boolean => language === "de" || language === "en";

function syllables(part: string, hyphenate: Hyphenate, language: Language, shortest = shortestSplit): string {
  if (part.length < shortest) return part;
  const joined: string[] = [];
  for (const piece of hyphenate(part, language).split(softHyphen)) {
    const last = joined.at(-1);
    // Two-letter pieces look like mistakes, so each joins its neighbor.
    if (last !== undefined && (last.length < 4 || piece.length < 3)) joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined.join(softHyphen);
}

function split(word: string, hyphenate: Hyphenate, language: Language): string {
  // The author's soft hyphens win.
  if (word.includes(softHyphen)) return word;
  if (!hasCompounds(language)) return syllables(word, hyphenate, language);
  const lower = word.toLowerCase();
  const cuts = new Set<number>();
  for (const part of parts) {
    for (let at = lower.indexOf(part, 4); at > 0; at = lower.indexOf(part, at + 1)) {
      if (word.length - at >= 4) cuts.add(at);
    }
  }
  const used = [...cuts]
    .sort((a, b) => a - b)
    .filter((cut, index, all) => index === 0 || cut - (all[index - 1] ?? 0) >= 4);
  const pieces = [0, ...used].map((from, index) => word.slice(from, used[index]));
  const shortest = pieces.length > 1 ? shortestSplitPart : shortestSplit;
  return pieces.map((piece) => syllables(piece, hyphenate, language, shortest)).join(softHyphen);
}

/** The text with soft hyphens in words of nine letters or more. */
export const addSoftHyphens = (text: string, hyphenate: Hyphenate, language: Language): string =>
  text.replace(/[\p{L}\u00ad]{9,}/gu, (word) => split(word, hyphenate, language));
