import { Visitor } from "oxc-parser";
import { analyse } from "scslre";
import { isTestFile, lineAt, type ProjectFile, parseFile } from "../sources/parsed-file.ts";
import type { Violation } from "./violation.ts";

/**
 * Regular expressions with superlinear time: one long untrusted input then blocks a whole process. Tests choose their
 * own inputs and are excluded.
 */
export function slowPatterns(files: ProjectFile[]): Violation[] {
  return files
    .filter(({ path }) => !isTestFile(path) && !path.startsWith("tests/") && !(path in accepted))
    .flatMap(patternsOf);
}

/** Files with known slow patterns, and why their inputs are short enough. A new one needs a reason too. */
const accepted: Record<string, string> = {
  "adserver/src/kernel/normalize.ts": "texts of bid requests are truncated to a few hundred characters",
  "adserver/src/serving/trackers/utm.ts":
    "runs of other characters were replaced by one hyphen before, so hyphens never repeat",
};

/** The slow patterns of one text. */
export const slowPatternsOf = (file: string, text: string): Violation[] => patternsOf(parseFile(file, text));

function patternsOf({ path, text, code }: ProjectFile): Violation[] {
  const found: Violation[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern: source, flags } = node.regex;
      if (analyse({ source, flags }).reports.length === 0) return;
      const rule = `this pattern takes more than linear time: /${source}/${flags}`;
      found.push({ path, line: lineAt(text, node.start), rule });
    },
  });
  if (code) visitor.visit(code.program);
  return found;
}
