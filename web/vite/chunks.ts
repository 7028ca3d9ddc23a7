import type { Rolldown } from "vite";

/** The first screen after sign-in, at `home`. */
export const firstScreen = "src/features/reporting/dashboard-page.tsx";

/** The first screen of a visitor. */
const signInScreen = "src/features/identity/login.tsx";

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** A module and its static imports; packages only where `packages` says so, as otherwise they follow their importers. */
function neededBy(id: string, graph: Graph, packages: boolean, found = new Set<string>()): Set<string> {
  if (found.has(id) || (!packages && id.includes("node_modules"))) return found;
  found.add(id);
  for (const each of graph.getModuleInfo(id)?.importedIds ?? []) neededBy(each, graph, packages, found);
  return found;
}

/**
 * Chunks for what screens share: every screen, the first one after sign-in, forms as on the sign-in screen, and the
 * controls that many screens use. By default each shared module would be a request of its own, and a screen of the
 * wizard load 58 scripts. The bundler places what is left, which belongs to one screen or a few.
 */
export function codeSplitting(root: string): Rolldown.CodeSplittingOptions {
  let first: Set<string> | undefined;
  let signIn: Set<string> | undefined;
  return {
    groups: [
      { name: "app", tags: ["$initial"], priority: 3 },
      {
        name(id, graph) {
          first ??= neededBy(root + firstScreen, graph, false);
          return first.has(id) ? "first-screen" : null;
        },
        priority: 2,
      },
      {
        name(id, graph) {
          signIn ??= neededBy(root + signInScreen, graph, true);
          return signIn.has(id) && !id.endsWith(signInScreen) ? "forms" : null;
        },
        priority: 1,
      },
      // Catalogs stay separate: each is loaded by its name.
      { name: "controls", test: /\.(tsx?|m?js|css)$/, minShareCount: 4, priority: 0 },
    ],
  };
}
