import type { Rolldown } from "vite";

/** The screen that one sees first, at `home`. */
export const firstScreen = "src/features/reporting/dashboard-page.tsx";

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Own modules that a module needs to run; packages follow those who use them. */
function neededBy(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes("node_modules")) return found;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) neededBy(each, graph, found);
  return found;
}

/**
 * Two chunks for the first load: what every screen needs, and what the first screen needs beside it. Left alone, every
 * part that two screens share would be a request of its own. All others stay as the bundler cuts them.
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
