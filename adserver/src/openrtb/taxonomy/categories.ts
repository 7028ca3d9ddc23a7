import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { codesOfLine, lineOfBusinessNames } from "@litfass/contract/campaigns/lines-of-business";
import { memoizeByRef } from "../../kernel/memoize.ts";
import { contentKey, productKey } from "../../kernel/normalize.ts";
import { adProductTaxonomy } from "./ad-product-taxonomy.ts";
import { type Equivalents, readTaxonomy } from "./category-equivalents.ts";
import { contentTaxonomy } from "./content-taxonomy.ts";

/** AdCOM 1.0, list "Category Taxonomies": the Content Taxonomy 1.0, with categories like "IAB12". */
export const contentTaxonomy1 = 1;

type Taxonomy = {
  equivalents: Map<string, Equivalents>;
  keyOf: (id: string) => string;
  /** A campaign's ID in it; undefined if it has none. */
  idOf: (snapshot: CampaignSnapshot) => string | undefined;
};

const lines = lineOfBusinessNames.map(codesOfLine);
const content: Taxonomy = {
  equivalents: readTaxonomy(contentTaxonomy, new Set(lines.flatMap(({ content2 }) => content2 ?? []))),
  keyOf: contentKey,
  idOf: ({ newerCategories }) => newerCategories?.content2,
};
const products: Taxonomy = {
  equivalents: readTaxonomy(adProductTaxonomy, new Set(lines.map(({ product2 }) => product2))),
  keyOf: productKey,
  idOf: ({ newerCategories }) => newerCategories?.product2,
};

/** AdCOM's codes of the taxonomies whose IDs we can read: Content 2.0, 2.1, 2.2, 3.0 and 3.1, and Ad Product 2.0. */
const taxonomies = new Map<number, Taxonomy>([
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
  const equivalents = taxonomies.get(taxonomy)?.equivalents;
  for (const code of codes) {
    const found = isContent1(code) || taxonomy === contentTaxonomy1 ? [code] : equivalents?.get(code)?.closest;
    for (const topic of found ?? []) if (!topics.includes(topic)) topics.push(topic);
  }
}

type Translation = { taxonomy: number; blocked: string[] | null; allowed: string[]; answered: number };

const translationOf = memoizeByRef((_codes: string[]): { last: Translation | undefined } => ({ last: undefined }));

/** A publisher's list in the Content Taxonomy 1.0; a repeated list returns the same arrays. */
function translate(codes: string[], taxonomy: number): Translation {
  const known = translationOf(codes);
  if (known.last?.taxonomy !== taxonomy) {
    const answered = taxonomies.has(taxonomy) && !codes.some(isContent1) ? taxonomy : contentTaxonomy1;
    known.last = { taxonomy, blocked: blockedIn(codes, taxonomy), allowed: allowedIn(codes, taxonomy), answered };
  }
  return known.last;
}

/**
 * The blocked categories in the Content Taxonomy 1.0 and by their own keys; null if one is unknown, so that the list cannot be honored. A
 * category without an equivalent blocks its parent's.
 */
export const blockedCategories = (codes: string[], taxonomy: number): string[] | null =>
  taxonomy === contentTaxonomy1 || codes.length === 0 ? codes : translate(codes, taxonomy).blocked;

/** The allowed categories in the Content Taxonomy 1.0 and by their own keys. One without an equivalent allows nothing. */
export const allowedCategories = (codes: string[], taxonomy: number): string[] =>
  taxonomy === contentTaxonomy1 || codes.length === 0 ? codes : translate(codes, taxonomy).allowed;

/**
 * The taxonomy for the category of a bid: that of the request if we know it, but 1.0 where the publisher's list has its
 * codes after all.
 */
export function answeredTaxonomy(blocked: string[], taxonomy: number): number {
  if (taxonomy === contentTaxonomy1) return contentTaxonomy1;
  if (blocked.length > 0) return translate(blocked, taxonomy).answered;
  return taxonomies.has(taxonomy) ? taxonomy : contentTaxonomy1;
}

/** What a campaign advertises, in a taxonomy; in 1.0 if it has no category in that one. */
export function declaredCategory(snapshot: CampaignSnapshot, taxonomy: number): { cat: string[]; cattax: number } {
  const id = taxonomies.get(taxonomy)?.idOf(snapshot);
  return id === undefined ? { cat: snapshot.iabCategories, cattax: contentTaxonomy1 } : { cat: [id], cattax: taxonomy };
}

function blockedIn(codes: string[], taxonomy: number): string[] | null {
  const known = taxonomies.get(taxonomy);
  const blocked: string[] = [];
  for (const code of codes) {
    if (isContent1(code)) blocked.push(code);
    else {
      const found = known?.equivalents.get(code);
      if (known === undefined || found === undefined) return null;
      blocked.push(...(found.covered.length > 0 ? found.covered : found.closest), ...found.declared.map(known.keyOf));
    }
  }
  return blocked;
}

/** Keeps the original codes, so that a list of which none is known stays a restriction. */
function allowedIn(codes: string[], taxonomy: number): string[] {
  const known = taxonomies.get(taxonomy);
  return codes.flatMap((code) => {
    const found = known?.equivalents.get(code);
    return known && found ? [code, ...found.covered, ...found.declared.map(known.keyOf)] : [code];
  });
}
