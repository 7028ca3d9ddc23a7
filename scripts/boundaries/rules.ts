import { importRule } from "./import-rules.ts";
import type { SourceFile } from "./source-file.ts";
import { transactionViolations } from "./transaction-rule.ts";
import type { Violation } from "./violation.ts";

export const maxSourceLines = 400;
export const maxTestLines = 600;
/** A folder with more source files than this is hard to browse. */
export const maxFolderFiles = 26;

/** The length of a file, or null if it is short enough. */
function lengthRule({ path, lines }: SourceFile): string | null {
  const max = /\.test\.tsx?$/.test(path) ? maxTestLines : maxSourceLines;
  return lines > max ? `${lines} lines, at most ${max}: split it by verb or noun` : null;
}

/** Import cycles, type imports included, each reported once at its first file. A lazy import closes none. */
function cyclesOf(files: SourceFile[]): Violation[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const state = new Map<string, "open" | "done">();
  const found: Violation[] = [];
  const visit = (file: SourceFile, trail: string[]): void => {
    state.set(file.path, "open");
    for (const { target, lazy, line } of file.imports) {
      const next = lazy || target === null ? undefined : byPath.get(target);
      if (!next) continue;
      if (state.get(next.path) === "open") {
        const cycle = [...trail, file.path].slice([...trail, file.path].indexOf(next.path));
        found.push({ path: file.path, line, rule: `cycle: ${[...cycle, next.path].join(" → ")}` });
      } else if (!state.has(next.path)) visit(next, [...trail, file.path]);
    }
    state.set(file.path, "done");
  };
  for (const file of files) if (!state.has(file.path)) visit(file, []);
  return found;
}

/** Folders with too many source files; tests do not count, and a folder of tests only is not limited. */
function folderSizes(files: SourceFile[]): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    if (/\.test\.tsx?$/.test(path) || path.startsWith("tests/")) continue;
    const folder = path.slice(0, path.lastIndexOf("/"));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > maxFolderFiles)
    .map(([folder, count]) => ({
      path: folder,
      line: 1,
      rule: `${count} source files, at most ${maxFolderFiles}: group them by sub-domain`,
    }));
}

/** All violations; `listed` are the files that may open transactions. */
export function violationsOf(files: SourceFile[], listed: readonly string[] = []): Violation[] {
  const single = files.flatMap((file) => {
    const length = lengthRule(file);
    const wrong: Violation[] = length ? [{ path: file.path, line: 1, rule: length }] : [];
    for (const one of file.imports) {
      const rule = importRule(file.path, one);
      if (rule) wrong.push({ path: file.path, line: one.line, rule: `${rule} (${one.specifier})` });
    }
    return wrong;
  });
  return [...single, ...folderSizes(files), ...cyclesOf(files), ...transactionViolations(files, listed)];
}
