import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const judged = /^(contract|banner|platform|events|adserver|server|web)\/src\//;
/** Where the known currencies, the defaults and the facts of exchanges stand. */
const allowed =
  /^contract\/src\/(kernel|settings)\/|^contract\/src\/(billing\/card-charges|supply\/exchange-profiles)\.ts$/;
const defaults = ["CHF", "EUR"];
const isCode = (text: unknown): boolean => typeof text === "string" && /^[A-Z]{3}$/.test(text);

/**
 * Code that enumerates the default currencies as a list, a union type, an object or an SQL list. The operator offers
 * other ones, so that it has to read `currencies` or the price list.
 */
export function currencyLists(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path, code }) => code && judged.test(path) && !allowed.test(path) && !isTestCode(path))
    .flatMap(hitsOf);
}

type Node = { type: string; start: number; [field: string]: unknown };

function hitsOf({ path, text, code }: ProjectFile): Hit[] {
  const starts = new Set<number>();
  const judge = (node: unknown, names: unknown[]): void => {
    if (names.every(isCode) && defaults.every((each) => names.includes(each))) starts.add((node as Node).start);
  };
  const visitor = new Visitor({
    ArrayExpression: (node) =>
      judge(
        node,
        (node.elements as (Node | null)[]).map((each) => each?.value),
      ),
    TSUnionType: (node) =>
      judge(
        node,
        (node.types as unknown as Node[]).map((each) => (each.literal as Node | undefined)?.value),
      ),
    ObjectExpression: (node) => judge(node, (node.properties as unknown as Node[]).map(keyOf)),
    TemplateElement: (node) => {
      if (/'CHF'\s*,\s*'EUR'/.test(node.value.raw)) starts.add(node.start);
    },
  });
  if (code) visitor.visit(code.program);
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({ path, line: lineAt(text, start), text: text.slice(start, start + 60).split("\n")[0] ?? "" }));
}

function keyOf(property: Node): unknown {
  const key = property.key as Node | undefined;
  return key?.type === "Identifier" ? key.name : key?.value;
}
