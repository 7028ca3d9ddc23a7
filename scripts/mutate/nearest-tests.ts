import type { SourceFile } from "../boundaries/source-file.ts";
import { isTestFile } from "../sources/parsed-file.ts";

/**
 * Tests that import a file, directly or indirectly, most likely to detect a mutant first: those of the same folder,
 * then those that share most of the path, then those with the shortest chain of imports.
 */
export function nearestTests(files: SourceFile[], changed: string): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    for (const { target } of imports) if (target) importers.set(target, [...(importers.get(target) ?? []), path]);
  }
  const distance = new Map([[changed, 0]]);
  const queue = [changed];
  for (const path of queue) {
    for (const next of importers.get(path) ?? []) {
      if (distance.has(next)) continue;
      distance.set(next, (distance.get(path) ?? 0) + 1);
      queue.push(next);
    }
  }
  const tests = [...distance.keys()].filter((path) => isTestFile(path) && !/^(tests|bench|scripts|web)\//.test(path));
  const rank = (path: string): number => (distance.get(path) ?? 0) - 10 * sharedFolders(path, changed);
  return tests.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

function sharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/").slice(0, -1), b.split("/").slice(0, -1)];
  const differ = left.findIndex((folder, at) => folder !== right[at]);
  return differ < 0 ? left.length : differ;
}
