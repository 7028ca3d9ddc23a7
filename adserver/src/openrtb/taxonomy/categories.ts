import { memoizeByRef } from "../../kernel/memoize.ts";
import { adProductTaxonomy } from "./ad-product-taxonomy.ts";
import { type Equivalents, readTaxonomy } from "./category-equivalents.ts";
import { contentTaxonomy } from "./content-taxonomy.ts";

/** AdCOM 1.0, list "Category Taxonomies": the Content Taxonomy 1.0, with categories like "IAB12". */
export const contentTaxonomy1 = 1;

const content = readTaxonomy(contentTaxonomy);
const products = readTaxonomy(adProductTaxonomy);

/** AdCOM's codes of the taxonomies whose IDs we can read: Content 2.0, 2.1, 2.2, 3.0 and 3.1, and Ad Product 2.0. */
const taxonomies = new Map<number, Map<string, Equivalents>>([
  [2, content],
  [5, content],
  [6, content],
  [7, content],
  [9, content],
  [8, products],
]);

/** Many exchanges name a newer taxonomy and still send codes of 1.0, which no other taxonomy has. */
const isContent1 = (code: string): boolean => code.startsWith("IAB");

/**
 * Adds the topics of a page's categories to `topics`, in the Content Taxonomy 1.0. Unknown categories are no topic.
 */
export function addTopics(topics: string[], codes: string[], taxonomy: number): void {
  const equivalents = taxonomies.get(taxonomy);
  for (const code of codes) {
    const found = isContent1(code) || taxonomy === contentTaxonomy1 ? [code] : equivalents?.get(code)?.closest;
    for (const topic of found ?? []) if (!topics.includes(topic)) topics.push(topic);
  }
}

type Translation = { taxonomy: number; blocked: string[] | null; allowed: string[] };

const translationOf = memoizeByRef((_codes: string[]): { last: Translation | undefined } => ({ last: undefined }));

/** A publisher's list in the Content Taxonomy 1.0; a repeated list returns the same arrays. */
function translate(codes: string[], taxonomy: number): Translation {
  const known = translationOf(codes);
  if (known.last?.taxonomy !== taxonomy) {
    known.last = { taxonomy, blocked: blockedIn(codes, taxonomy), allowed: allowedIn(codes, taxonomy) };
  }
  return known.last;
}

/**
 * The blocked categories in the Content Taxonomy 1.0; null if one is unknown, so that the list cannot be honored. A
 * category without an equivalent blocks its parent's.
 */
export const blockedCategories = (codes: string[], taxonomy: number): string[] | null =>
  taxonomy === contentTaxonomy1 || codes.length === 0 ? codes : translate(codes, taxonomy).blocked;

/** The allowed categories in the Content Taxonomy 1.0. One without an equivalent allows nothing. */
export const allowedCategories = (codes: string[], taxonomy: number): string[] =>
  taxonomy === contentTaxonomy1 || codes.length === 0 ? codes : translate(codes, taxonomy).allowed;

function blockedIn(codes: string[], taxonomy: number): string[] | null {
  const equivalents = taxonomies.get(taxonomy);
  const blocked: string[] = [];
  for (const code of codes) {
    if (isContent1(code)) blocked.push(code);
    else {
      const known = equivalents?.get(code);
      if (known === undefined) return null;
      blocked.push(...(known.covered.length > 0 ? known.covered : known.closest));
    }
  }
  return blocked;
}

/** Keeps the original codes, so that a list of which none is known stays a restriction. */
const allowedIn = (codes: string[], taxonomy: number): string[] =>
  codes.flatMap((code) => [code, ...(taxonomies.get(taxonomy)?.get(code)?.covered ?? [])]);
