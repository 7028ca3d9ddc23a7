/** What an ID of a taxonomy means in the Content Taxonomy 1.0. */
export type Equivalents = {
  /** The closest categories, or those of the closest parent that has any. */
  closest: string[];
  /** All categories that it and its children cover; empty if none is known. */
  covered: string[];
  /** Those of itself and its children that a campaign can declare. */
  declared: string[];
};

type Node = { id: string; parent: Node | undefined; closest: string[]; covered: Set<string>; declared: string[] };

const token = /(\w+)(?:=([\d,-]+))?(?:\/([\d,-]+))?|[()]/g;
const codesOf = (listed: string | undefined): string[] =>
  listed === undefined ? [] : listed.split(",").map((code) => `IAB${code}`);

/** Reads a taxonomy's tree in the notation of `content-taxonomy.ts`, by ID. Campaigns declare only `declarable` IDs. */
export function readTaxonomy(tree: string, declarable: ReadonlySet<string>): Map<string, Equivalents> {
  const nodes: Node[] = [];
  let parent: Node | undefined;
  let last: Node | undefined;
  for (const [whole, id = "", closest, narrower] of tree.matchAll(token)) {
    if (whole === "(") parent = last;
    else if (whole === ")") parent = parent?.parent;
    else {
      const own = codesOf(closest);
      const covered = [...own, ...codesOf(narrower)];
      const inherited = parent?.closest ?? [];
      last = { id, parent, closest: own.length > 0 ? own : inherited, covered: new Set(), declared: [] };
      nodes.push(last);
      for (let node: Node | undefined = last; node !== undefined; node = node.parent) {
        for (const code of covered) node.covered.add(code);
        if (declarable.has(id)) node.declared.push(id);
      }
    }
  }
  return new Map(nodes.map(({ id, closest, covered, declared }) => [id, { closest, covered: [...covered], declared }]));
}
