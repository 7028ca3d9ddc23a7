import { type Node, Visitor } from "oxc-parser";
import { lineAt, type ProjectFile } from "../sources/parsed-file.ts";

/** One small change of a file: the whole expression or statement from `start` to `end` becomes `text`. */
export type Mutant = { path: string; line: number; start: number; end: number; text: string; operator: string };
type Range = { start: number; end: number };

const flips: Record<string, [text: string, operator: string]> = {
  "<": ["<=", "boundary"],
  "<=": ["<", "boundary"],
  ">": [">=", "boundary"],
  ">=": [">", "boundary"],
  "===": ["!==", "comparison"],
  "!==": ["===", "comparison"],
  "+": ["-", "arithmetic"],
  "-": ["+", "arithmetic"],
  "*": ["/", "arithmetic"],
  "/": ["*", "arithmetic"],
  "%": ["*", "arithmetic"],
  "&&": ["||", "logic"],
  "||": ["&&", "logic"],
  "??": ["&&", "logic"],
};
/** Calls that only report. */
const telling = /^(void )?(await )?([\w.]*\b)?(log|console)\.(\w+)\(/;

/** Calls whose texts only developers read. */
const forDevelopers = /\b(log|console)\.\w+$|\baudit\.unchanged$/;

/** Every mutant of a file in order. Types, imports and names are skipped, because tests cannot detect them. */
export function mutantsOf({ path, text, code }: ProjectFile): Mutant[] {
  if (!code) return [];
  const found: Mutant[] = [];
  const left = new Set<number>();
  const leave = (node: { start: number } | null | undefined): void => void (node && left.add(node.start));
  const add = (operator: string, { start, end }: Range, changed: string, at = start): void =>
    void found.push({ path, line: lineAt(text, at), start, end, text: changed, operator });
  const wordsOf = ({ start, end }: Range): string => text.slice(start, end);
  /** Texts for developers: of log entries, of unchanged audits, and of errors without a class of their own. */
  const developers: Range[] = [];
  const isForDevelopers = ({ start, end }: Range): boolean =>
    developers.some((range) => range.start <= start && end <= range.end);
  const negate = (test: Node): void => add("condition", test, `!(${wordsOf(test)})`);
  /** `??` cannot be mixed with `&&` or `||` without parentheses. */
  const operand = (node: Node): string => (node.type === "LogicalExpression" ? `(${wordsOf(node)})` : wordsOf(node));
  const flip = (operator: string, whole: Range, leftSide: Node, rightSide: Node): void => {
    const [changed, name] = flips[operator] ?? [];
    const gap = text.slice(leftSide.end, rightSide.start);
    const isText = operator === "+" && [leftSide, rightSide].some(isTextual);
    if (!changed || !name || isText) return;
    const at = leftSide.end + gap.indexOf(operator);
    add(name, whole, operand(leftSide) + gap.replace(operator, () => changed) + operand(rightSide), at);
  };
  new Visitor({
    ImportDeclaration: ({ source, attributes }) => [source, ...attributes.map(({ value }) => value)].forEach(leave),
    ExportNamedDeclaration: ({ source }) => leave(source),
    ExportAllDeclaration: ({ source }) => leave(source),
    ImportExpression: ({ source }) => leave(source),
    TSLiteralType: ({ literal }) => leave(literal),
    TSPropertySignature: ({ key }) => leave(key),
    Property: ({ key }) => leave(key),
    BinaryExpression: (whole) => flip(whole.operator, whole, whole.left as Node, whole.right),
    LogicalExpression: (whole) => flip(whole.operator, whole, whole.left, whole.right),
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    ReturnStatement: ({ argument }) => void (argument && add("return value", argument, "undefined")),
    ExpressionStatement: (statement) => {
      const words = wordsOf(statement);
      const isCall = /^(void )?(await )?[\w.!?[\]]+\(/.test(words) && !words.startsWith("super(");
      if (isCall && !telling.test(words)) add("removed call", statement, ";");
    },
    CallExpression: (call) => void (forDevelopers.test(wordsOf(call.callee)) && developers.push(call)),
    NewExpression: (created) => void (wordsOf(created.callee) === "Error" && developers.push(created)),
    Literal: (literal) => {
      if (left.has(literal.start) || (typeof literal.value === "string" && isForDevelopers(literal))) return;
      const changed = changedLiteral(literal.value, wordsOf(literal));
      if (changed !== null) add("literal", literal, changed);
    },
  }).visit(code.program);
  return found.filter(({ start, end, text: changed }) => text.slice(start, end) !== changed);
}

const isTextual = (node: Node): boolean =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");

/** Numbers are incremented, texts emptied, booleans inverted; null if a literal stays. */
function changedLiteral(value: unknown, written: string): string | null {
  if (typeof value === "number") return `(${written} + 1)`;
  if (typeof value === "bigint") return `(${written} + 1n)`;
  if (typeof value === "boolean") return String(!value);
  if (typeof value === "string" && value !== "") return '""';
  return null;
}

export const mutated = (text: string, { start, end, text: changed }: Mutant): string =>
  text.slice(0, start) + changed + text.slice(end);

/** The changed line before and after. */
export function diffOf(text: string, mutant: Mutant): [before: string, after: string] {
  const lineOf = (all: string): string => all.split("\n")[mutant.line - 1]?.trim() ?? "";
  return [lineOf(text), lineOf(mutated(text, mutant))];
}
