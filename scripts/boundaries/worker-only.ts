import type { SourceFile } from "./source-file.ts";
import type { Violation } from "./violation.ts";

/**
 * Libraries that render or parse whole files, for up to seconds: only tasks of worker threads load them, so that the
 * event loop of the API stays free. Tasks are named by URL, so they are not imported.
 */
const workerOnly = /^(?:pdfkit|fflate|yauzl|csv-parse)(?:\/|$)/;
const mainThread = "server/src/processes/api.ts";

/** Imports of such a library in files that the API process loads in its main thread. */
export function workerOnlyViolations(files: SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found: Violation[] = [];
  const reached = new Set([mainThread]);
  for (const path of reached) {
    for (const { specifier, target, typeOnly, line } of byPath.get(path)?.imports ?? []) {
      if (typeOnly) continue;
      if (target !== null) reached.add(target);
      else if (workerOnly.test(specifier)) found.push({ path, line, rule: `${specifier} is for worker threads only` });
    }
  }
  return found;
}
