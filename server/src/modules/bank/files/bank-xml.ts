import { XMLParser, XMLValidator } from "fast-xml-parser";
import { FileProblem } from "./file-problem.ts";

/** An element's content: a text, its children by name, or both for one with attributes. */
export type XmlNode = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

const encodings: Record<string, string> = {
  "utf-8": "utf-8",
  utf8: "utf-8",
  "us-ascii": "utf-8",
  "iso-8859-1": "windows-1252",
  "iso-8859-15": "iso-8859-15",
  "windows-1252": "windows-1252",
};

/** The text of a file in the encoding that it declares. @throws FileProblem */
function textOf(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^(?:\u00EF\u00BB\u00BF)?\s{0,20}<\?xml[^>]{0,100}?encoding=["']([\w.-]{1,20})["']/.exec(start)?.[1];
  const encoding = encodings[(declared ?? "utf-8").toLowerCase()];
  if (encoding === undefined) throw new FileProblem("bank.encoding");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new FileProblem("bank.encoding");
  }
}

/** The content of the element `Document`, and its start tag: the parser drops namespaces. */
export type BankDocument = { content: unknown; tag: string };

const startTag = /<(?:[\w-]{1,20}:)?Document\b[^<>]{0,2000}>/;

/**
 * The root element of a file of the bank. Documents with a DTD are refused, so that no entity is expanded and nothing
 * is loaded.
 * @throws FileProblem
 */
export function parseBankXml(bytes: Uint8Array): BankDocument {
  const text = textOf(bytes).trim();
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) throw new FileProblem("bank.dtd");
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw new FileProblem("bank.xml", { line: valid.err.line });
  try {
    return { content: childOf(parser.parse(text), "Document"), tag: startTag.exec(text)?.[0] ?? "" };
  } catch {
    // Elements that are nested too deeply, or have forbidden names.
    throw new FileProblem("bank.xml", { line: 1 });
  }
}

const isNode = (value: unknown): value is XmlNode =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The elements of a name, as a list. */
export const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** The child elements of a name on a path, the first of each. */
export function childOf(node: unknown, ...path: string[]): unknown {
  let at: unknown = node;
  for (const name of path) {
    const [first] = listOf(at);
    if (!isNode(first) || !Object.hasOwn(first, name)) return undefined;
    at = first[name];
  }
  return at;
}

export const childrenOf = (node: unknown, ...path: string[]): unknown[] => listOf(childOf(node, ...path));

// Neither the database nor a screen takes them.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const entity = /&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi;

function characterOf(_all: string, hex?: string, decimal?: string): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

/** The text of an element on a path on one line, at most `max` characters; null if there is none. */
export function textAt(node: unknown, max: number, ...path: string[]): string | null {
  const [first] = listOf(childOf(node, ...path));
  const raw = isNode(first) ? first["#text"] : first;
  if (typeof raw !== "string") return null;
  const text = raw.replaceAll(entity, characterOf).toWellFormed().replaceAll(unprintable, " ").trim();
  return text === "" ? null : text.slice(0, max).toWellFormed();
}
