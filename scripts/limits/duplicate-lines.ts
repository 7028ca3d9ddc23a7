import { type Hit, isTestCode, type ProjectFile } from "../sources/parsed-file.ts";

/** The minimum number of equal consecutive lines of a repeated block. */
export const blockLines = 12;

type Line = { number: number; text: string };

/** Blocks of code that exist elsewhere; the second and every later one is a hit. Tests and imports are ignored. */
export function duplicateLines(files: ProjectFile[]): Hit[] {
  const first = new Map<string, string>();
  const found: Hit[] = [];
  for (const { path, text, code } of files) {
    if (!code || isTestCode(path)) continue;
    const lines = meaningful(text);
    for (let at = 0; at + blockLines <= lines.length; at++) {
      const block = lines.slice(at, at + blockLines);
      const key = block.map((line) => line.text).join("\n");
      const line = block[0]?.number ?? 1;
      const before = first.get(key);
      if (before === undefined) first.set(key, `${path}:${line}`);
      else {
        found.push({ path, line, text: `${blockLines} lines as at ${before}` });
        at += blockLines - 1;
      }
    }
  }
  return found;
}

function meaningful(text: string): Line[] {
  let inImport = false;
  return text
    .split("\n")
    .map((line, at) => ({ number: at + 1, text: line.trim() }))
    .filter(({ text: line }) => {
      if (/^import\b/.test(line)) inImport = !/;$/.test(line);
      else if (inImport) inImport = !/;$/.test(line);
      else return /\w/.test(line) && !/^(\/\/|\/?\*)/.test(line);
      return false;
    });
}
