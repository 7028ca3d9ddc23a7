import {
  type Argument,
  type CallExpression,
  type Expression,
  type NewExpression,
  type TemplateLiteral,
  Visitor,
} from "oxc-parser";
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
  const check = (source: string, flags: string, start: number): void => {
    if (analyse({ source, flags }).reports.length === 0) return;
    found.push({
      path,
      line: lineAt(text, start),
      rule: `this pattern takes more than linear time: /${source}/${flags}`,
    });
  };
  const constants = new Map<string, Expression>();
  const checkConstructed = ({ callee, arguments: given, start }: CallExpression | NewExpression): void => {
    const [source, flags] = given;
    if (callee.type !== "Identifier" || callee.name !== "RegExp" || source === undefined) return;
    const [sourceText, flagsText] = [textOf(source, constants), flags === undefined ? "" : textOf(flags, constants)];
    try {
      check(sourceText, flagsText, start);
    } catch {
      // Without its unknown parts it is no pattern.
    }
  };
  const collector = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, init);
    },
  });
  const visitor = new Visitor({
    Literal(node) {
      if ("regex" in node) check(node.regex.pattern, node.regex.flags, node.start);
    },
    NewExpression: checkConstructed,
    CallExpression: checkConstructed,
  });
  if (code) {
    collector.visit(code.program);
    visitor.visit(code.program);
  }
  return found;
}

/** The text of an expression as far as this file tells it; a letter stands for each part that it does not tell. */
function textOf(node: Argument, constants: ReadonlyMap<string, Expression>, depth = 0): string {
  const unknown = "x";
  const inner = (each: Argument): string => textOf(each, constants, depth + 1);
  if (depth > 8) return unknown;
  switch (node.type) {
    case "Literal":
      return "regex" in node ? node.regex.pattern : String(node.value);
    case "Identifier": {
      const known = constants.get(node.name);
      return known === undefined ? unknown : inner(known);
    }
    case "BinaryExpression":
      return node.operator === "+" ? inner(node.left) + inner(node.right) : unknown;
    case "TemplateLiteral":
      return node.quasis.map(({ value }, at) => (value.cooked ?? "") + partOf(node, at, inner)).join("");
    case "TaggedTemplateExpression":
      return node.quasi.quasis.map(({ value }, at) => value.raw + partOf(node.quasi, at, inner)).join("");
    default:
      return unknown;
  }
}

function partOf({ expressions }: TemplateLiteral, at: number, inner: (node: Expression) => string): string {
  const part = expressions[at];
  return part === undefined ? "" : inner(part);
}
