import { posix } from "node:path";
import { type ProjectFile, parseFile } from "../sources/parsed-file.ts";
import type { Import, SourceFile } from "./source-file.ts";

/** The imports of the project's TypeScript files. */
export function readSources(files: ProjectFile[]): SourceFile[] {
  const typed = files.filter(({ code }) => code !== null);
  const known = new Set(typed.map(({ path }) => path));
  return typed.map((file) => importsOf(file, known));
}

/** The imports of one text. `known` are the files that a relative import may name. */
export const sourceOf = (file: string, text: string, known: Set<string>): SourceFile =>
  importsOf(parseFile(file, text), known);

function importsOf({ path: file, text, code }: ProjectFile, known: Set<string>): SourceFile {
  if (code === null) throw new Error(`${file} is no TypeScript`);
  const { module } = code;
  const lineOf = (offset: number): number => text.slice(0, offset).split("\n").length;
  const imports: Import[] = [];
  const add = (specifier: string, lazy: boolean, offset: number, typeOnly = false): void => {
    imports.push({ specifier, target: targetOf(file, specifier, known), lazy, typeOnly, line: lineOf(offset) });
  };
  const areTypes = (entries: { isType: boolean }[]) => entries.length > 0 && entries.every(({ isType }) => isType);
  for (const { moduleRequest, entries, start } of module.staticImports) {
    add(moduleRequest.value, false, start, areTypes(entries));
  }
  for (const { entries, start } of module.staticExports) {
    const [first] = entries;
    if (first?.moduleRequest) add(first.moduleRequest.value, false, start, areTypes(entries));
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^["'](.+)["']$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (literal) add(literal, true, moduleRequest.start);
  }
  const opening = /^(?![ \t]*(?:\/\/|\*)).*\.transaction\(/m.exec(text);
  return {
    path: file,
    lines: text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
    imports,
    transactionLine: opening ? lineOf(opening.index) : null,
  };
}

function targetOf(file: string, specifier: string, known: Set<string>): string | null {
  const shared = /^@litfass\/(contract|banner|platform|events|adserver)(?:\/(.+))?$/.exec(specifier);
  if (shared) return `${shared[1]}/src/${shared[2] ?? "index"}.ts`;
  if (!specifier.startsWith(".")) return null;
  const base = posix.join(posix.dirname(file), specifier.split("?")[0] ?? "");
  return (
    [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`].find((one) => known.has(one)) ?? base
  );
}
