import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Comment, type ParseResult, parseSync } from "oxc-parser";

/** A file of the project by its path from the root, in POSIX notation. `code` is set for TypeScript only. */
export type ProjectFile = { path: string; text: string; code: ParsedCode | null };
export type ParsedCode = Pick<ParseResult, "program" | "module"> & { comments: Comment[] };

/** A rule's hit: one place in a file. */
export type Hit = { path: string; line: number; text: string };

const read = /\.(tsx?|css|md|json|sql)$/;
const unread = /(^|\/)package(-lock)?\.json$|\.d\.ts$/;

/** Every file that git tracks or would add and that rules check, each read and parsed once. */
export function readProject(root: string): ProjectFile[] {
  const git = (...args: string[]): string[] =>
    execFileSync("git", ["ls-files", "-z", ...args], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 }).split("\0");
  const deleted = new Set(git("--deleted"));
  return git("--cached", "--others", "--exclude-standard")
    .filter((file) => read.test(file) && !unread.test(file) && !deleted.has(file))
    .map((file) => parseFile(file, readFileSync(path.join(root, file), "utf8")));
}

/** @throws if the text is not valid TypeScript. */
export function parseFile(file: string, text: string): ProjectFile {
  if (!/\.tsx?$/.test(file)) return { path: file, text, code: null };
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { path: file, text, code: { program, module, comments } };
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

export const isTestFile = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** A test, or code used only by tests. */
export const isTestCode = (file: string): boolean =>
  isTestFile(file) || /^tests\/|\/src\/testing\/|(^|\/)testing-[a-z0-9-]+\.tsx?$/.test(file);

/** The part of the project that a file belongs to: a module, a feature, or the first three folders. */
export function areaOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  const depth = /^(server\/src\/modules|web\/src\/features)\//.test(file) ? 4 : 3;
  return folders.slice(0, depth).join("/") || ".";
}
