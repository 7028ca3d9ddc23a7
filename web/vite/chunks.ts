import type { Rolldown } from "vite";

/** The first screen after sign-in, at `home`. */
export const firstScreen = "src/features/reporting/dashboard-page.tsx";

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** The static imports of a module within the app; packages follow their importers. */
function neededBy(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes("node_modules")) return found;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) neededBy(each, graph, found);
  return found;
}

/**
 * Two chunks for the first load: what every screen needs, and what the first screen needs in addition. By default each
 * shared module would be a separate request. All other chunks are left to the bundler.
 */
export function codeSplitting(root: string): Rolldown.CodeSplittingOptions {
  let first: Set<string> | undefined;
  return {
    groups: [
      { name: "app", tags: ["$initial"], priority: 2 },
      {
        name(id, graph) {
          first ??= neededBy(root + firstScreen, graph);
          return first.has(id) ? "first-screen" : null;
        },
        priority: 1,
      },
    ],
  };
}
