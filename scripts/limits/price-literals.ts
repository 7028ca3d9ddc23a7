import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const judged = /^(contract|banner|platform|events|adserver|server|web)\/src\//;
/** The only place that states prices: the price list until the operator changes it. */
const defaults = "contract/src/settings/default-settings.ts";
const priceName = /cpm|price|^(starter|standard|growth|advanced)$/i;
/** The texts of the shop; those of sample banners have advertisers' prices. */
const shopTexts = /^server\/src\/modules\/(site|billing)\/(.*\/)?texts\/\w+\.json$/;
const amountInText = /\b(?:CHF|EUR|USD|GBP|Fr\.)[ \u00a0]?\d|[€$£][ \u00a0]?\d|\d[ \u00a0]?(?:CHF|EUR|USD|GBP|€)/g;
/** Smaller numbers are factors, codes of OpenRTB and lengths; prices are minor units or micros. */
const leastPrice = 100;
/** The default CPM in micros, for one impression and for a thousand. */
const defaultMicros: readonly unknown[] = [25_000n, 25_000_000n];

/**
 * Prices as literals: a number of 100 or more under the name of a price or plan, the default CPM in micros, or an amount
 * in the texts of the shop.
 */
export function priceLiterals(files: ProjectFile[]): Hit[] {
  const inCode = files
    .filter(({ path, code }) => code && judged.test(path) && path !== defaults && !isTestCode(path))
    .flatMap(hitsOf);
  return [...inCode, ...files.filter(({ path }) => shopTexts.test(path)).flatMap(amountsInTexts)];
}

const amountsInTexts = ({ path, text }: ProjectFile): Hit[] =>
  [...text.matchAll(amountInText)].map((match) => ({ path, line: lineAt(text, match.index), text: match[0] }));

type Node = { type: string; start: number; [field: string]: unknown };

function hitsOf({ path, text, code }: ProjectFile): Hit[] {
  const starts = new Set<number>();
  const named = (name: unknown, value: unknown): void => {
    if (priceName.test(nameOf(name as Node))) for (const at of amountsIn(value as Node | null)) starts.add(at);
  };
  const visitor = new Visitor({
    VariableDeclarator: ({ id, init }) => named(id, init),
    Property: ({ key, value }) => named(key, value),
    AssignmentPattern: ({ left, right }) => named(left, right),
    AssignmentExpression: ({ left, right }) => named(left, right),
    PropertyDefinition: ({ key, value }) => named(key, value),
    LogicalExpression: ({ left, right }) => named(left, right),
    Literal: ({ value, start }) => void (defaultMicros.includes(value) && starts.add(start)),
  });
  if (code) visitor.visit(code.program);
  return [...starts]
    .sort((a, b) => a - b)
    .map((start) => ({ path, line: lineAt(text, start), text: text.slice(start, start + 60).split("\n")[0] ?? "" }));
}

/** The name of a variable, key or member; empty for patterns and computed keys. */
function nameOf(node: Node): string {
  if (node.type === "Identifier") return String(node.name);
  if (node.type === "Literal") return String(node.value);
  if (node.type === "MemberExpression") return nameOf(node.property as Node);
  if (node.type === "TSAsExpression") return nameOf(node.expression as Node);
  return "";
}

/** Where a value states an amount: the literal itself, or those of an object or a list, for example by currency. */
function amountsIn(node: Node | null): number[] {
  if (!node) return [];
  if (node.type === "Literal") {
    const isNumber = typeof node.value === "number" || typeof node.value === "bigint";
    return isNumber && Number(node.value) >= leastPrice ? [node.start] : [];
  }
  if (node.type === "TSAsExpression" || node.type === "TSSatisfiesExpression")
    return amountsIn(node.expression as Node);
  if (node.type === "ArrayExpression") return (node.elements as (Node | null)[]).flatMap(amountsIn);
  if (node.type === "ObjectExpression")
    return (node.properties as Node[]).flatMap(({ value }) => amountsIn((value ?? null) as Node | null));
  return [];
}
