import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { analyse } from "scslre";
import type { Violation } from "./violation.ts";

/**
 * Regular expressions that can take more than linear time: one long input, from anybody, then blocks a whole process.
 * Tests choose their own inputs, and are left out.
 */
export function slowPatterns(root: string, files: string[]): Violation[] {
  return files
    .filter((file) => !/\.test\.tsx?$|^tests\//.test(file) && !(file in accepted))
    .flatMap((file) => slowPatternsOf(file, readFileSync(path.join(root, file), "utf8")));
}

/** Files whose slow patterns are known, and why their inputs are short enough. A new one needs a reason too. */
const accepted: Record<string, string> = {
  "adserver/src/kernel/normalize.ts": "texts of bid requests are truncated to a few hundred characters",
  "adserver/src/serving/trackers/utm.ts":
    "runs of other characters were replaced by one hyphen before, so hyphens never repeat",
};

/** The slow patterns of one text. */
export function slowPatternsOf(file: string, text: string): Violation[] {
  const found: Violation[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const { pattern: source, flags } = node.regex;
      if (analyse({ source, flags }).reports.length === 0) return;
      const line = text.slice(0, node.start).split("\n").length;
      found.push({ path: file, line, rule: `this pattern takes more than linear time: /${source}/${flags}` });
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}
