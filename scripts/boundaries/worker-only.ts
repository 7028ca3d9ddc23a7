import type { SourceFile } from "./source-file.ts";
import type { Violation } from "./violation.ts";

/**
 * Libraries that render or parse whole files, for up to seconds: only tasks of worker threads load them, so that the
 * event loop of the API stays free. Tasks are named by URL, so they are not imported.
 */
const workerOnly = /^(?:pdfkit|fflate|yauzl|csv-parse)(?:\/|$)/;
const mainThread = "server/src/processes/api.ts";

/** Imports of such a library in files that the API process loads in its main thread. */
export const workerOnlyViolations = (files: SourceFile[]): Violation[] =>
  reachedImports(files, mainThread, (specifier) =>
    workerOnly.test(specifier) ? `${specifier} is for worker threads only` : null,
  );

/** Imports of packages that a process reaches from `entry`, if `ruleOf` names the rule that they break. */
export function reachedImports(
  files: SourceFile[],
  entry: string,
  ruleOf: (specifier: string) => string | null,
  followsLazy = true,
): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found: Violation[] = [];
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { specifier, target, lazy, typeOnly, line } of byPath.get(path)?.imports ?? []) {
      if (typeOnly || (lazy && !followsLazy)) continue;
      if (target !== null) reached.add(target);
      const rule = target === null ? ruleOf(specifier) : null;
      if (rule !== null) found.push({ path, line, rule });
    }
  }
  return found;
}
