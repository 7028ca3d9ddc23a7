import type { Category } from "../campaigns/campaign-options.ts";
import { type Language, languages } from "../kernel/language.ts";
import { trades } from "./trade-texts.ts";

export type FoundCategory = {
  id: string;
  name: string;
  /** The name of the category above it, null at the top. */
  parent: string | null;
};

/** How well a word fits, the best first. */
const fits = ["wholeName", "tradeWord", "nameWord", "tradeStart", "nameStart", "part"] as const;
type Fit = (typeof fits)[number];

/** At most as many as fit a list without scrolling far. */
const maxFound = 30;
/** Shorter words are parts of too many others. */
const minPartLength = 4;

/** Lower case without accents; "ae" as "a", so that "Baeckerei", "Backerei" and "Bäckerei" are the same. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/([aou])e/g, "$1")
    .replace(/\s+/g, " ")
    .trim();

const foldedTrades = trades.map(({ categories, words }) => ({
  categories,
  words: languages.map((language) => ({ language, words: words[language].map(fold) })),
}));

/**
 * Categories that match the typed text, the most relevant first: the whole name, then a word of a trade, a word of a name,
 * the start of a trade's word, the start of a word of a name, and other parts. Names are those of the given tree. Words
 * of trades count in every language, because people write English words on a German screen, but those of `language`
 * come first: "Bäck" is the start of "Bäckerei", not of "back pain".
 */
export function searchCategories(tree: Category[], typed: string, language: Language): FoundCategory[] {
  const q = fold(typed);
  if (q === "") return [];
  const found = rank(tree, q, language);
  if (found.length > 0 || !q.includes(" ")) return found;
  // "bakery in Bern" has no entry of its own; one of its words may have.
  for (const word of q.split(" ")) {
    const hits = word.length >= minPartLength ? rank(tree, word, language) : [];
    if (hits.length > 0) return hits;
  }
  return [];
}

function rank(tree: Category[], q: string, language: Language): FoundCategory[] {
  const entries = tree.flatMap((group) => [
    { category: group, parent: null },
    ...group.children.map((category) => ({ category, parent: group.category_name })),
  ]);
  const byTrade = bestTradeFits(q, language);
  return entries
    .flatMap(({ category, parent }, place) => {
      const scores = [scoreOfName(category.category_name, parent, q), byTrade.get(category.target_option_id)];
      const score = Math.min(...scores.filter((each) => each !== undefined));
      const found = { id: category.target_option_id, name: category.category_name, parent };
      return Number.isFinite(score) ? [{ score, place, found }] : [];
    })
    .sort((a, b) => a.score - b.score || a.place - b.place)
    .slice(0, maxFound)
    .map(({ found }) => found);
}

/** Added for words of another language: more than any place, less than another fit. */
const foreign = 10;

/** A fit decides before the language, and the language before the place, which is below 10. */
const scoreOf = (fit: Fit, place: number): number => fits.indexOf(fit) * 2 * foreign + place;

function scoreOfName(name: string, parent: string | null, q: string): number | undefined {
  const folded = fold(name);
  const place = parent === null ? 0 : 1;
  if (folded === q) return scoreOf("wholeName", place);
  const words = folded.split(/[^\p{L}\p{N}]+/u);
  if (words.includes(q)) return scoreOf("nameWord", place);
  if (folded.startsWith(q) || words.some((word) => word.startsWith(q))) return scoreOf("nameStart", place);
  return folded.includes(q) && q.length >= minPartLength ? scoreOf("part", 8) : undefined;
}

/** The best score of each category that a trade names. */
function bestTradeFits(q: string, language: Language): Map<string, number> {
  const best = new Map<string, number>();
  for (const { categories, words } of foldedTrades) {
    for (const each of words) {
      const fit = fitOfTrade(each.words, q);
      if (fit === null) continue;
      const distance = each.language === language ? 0 : foreign;
      for (const [place, id] of categories.entries()) {
        best.set(id, Math.min(best.get(id) ?? Number.POSITIVE_INFINITY, scoreOf(fit, place) + distance));
      }
    }
  }
  return best;
}

function fitOfTrade(words: string[], q: string): Fit | null {
  if (words.includes(q)) return "tradeWord";
  if (words.some((word) => word.startsWith(q))) return "tradeStart";
  if (q.length < minPartLength) return null;
  // German joins words: "Blumenhandlung" begins with a known word, "Sommerferien" ends with one.
  const isPart = (word: string) =>
    word.length >= minPartLength && (word.includes(q) || q.startsWith(word) || q.endsWith(word));
  return words.some(isPart) ? "part" : null;
}
