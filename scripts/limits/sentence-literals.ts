import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";
import { catalogFiles } from "./german-literals.ts";

const judged = /^(contract|banner|platform|server)\/src\//;
/** The API reference and the command line are for programmers and operators, in English; seeds contain customers' texts. */
const exempt =
  /^server\/src\/processes\/(cli|doctor)\/|^platform\/src\/http\/(openapi\/|declared-errors\.ts$)|^contract\/src\/api-tags\.ts$|\/seed-[a-z-]+\.ts$/;
/** Names prescribed by a standard, and user agents with a fixed format. */
const prescribed = /^(Factur-X PDFA Extension Schema$|IAB New Ad Portfolio$|Mozilla\/5\.0 )/;
const documented = /^(contract\/src\/|platform\/src\/http\/)/;

/** Constructors and functions whose arguments are for operators and programmers: errors, the log, the terminal. */
const developerCalls = /(Error|Fault|Refused|Mismatch)$|^(super|say|refused)$|(^|\.)(log|console)\.\w+$|\.describe$/;
/** Properties with descriptions: of endpoints, schemas and metrics. The last two only where documents are generated. */
const developerProperties = new Set(["summary", "help", "must"]);
const documentProperties = new Set(["description", "examples"]);

type Span = { start: number; end: number };

/**
 * User-visible literals outside the catalogs: sentences of four words or more that start with a capital letter, in
 * English or German, plain or inside HTML, and objects with a text in both languages.
 */
export function sentenceLiterals(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path }) => judged.test(path) && !catalogFiles.test(path) && !exempt.test(path) && !isTestCode(path))
    .flatMap(sentencesOf);
}

function sentencesOf({ path, text, code }: ProjectFile): Hit[] {
  if (!code) return [];
  const sentences: (Span & { text: string })[] = [];
  /** Texts only for operators and programmers. */
  const skipped: Span[] = [];
  const add = (parts: string[], { start, end }: Span): void => {
    const runs = parts.flatMap((part) => (part.includes("</") ? part.split(/[<>]/) : [part]));
    const found = runs.find((run) => isSentence(run.trim()));
    if (found !== undefined) sentences.push({ start, end, text: found.trim().slice(0, 60) });
  };
  /** Direct arguments only: a nested message, as in `throw invalid({ email: ["..."] })`, is user-visible. */
  const call = (callee: Span, args: Span[]): void => {
    if (developerCalls.test(text.slice(callee.start, callee.end))) {
      skipped.push(...args.filter(({ start }) => !/^[{[]/.test(text.slice(start, start + 1))));
    }
  };
  const visitor = new Visitor({
    Literal: (node) => {
      if (typeof node.value === "string") add([node.value], node);
    },
    TemplateLiteral: (node) => add([node.quasis.map(({ value }) => value.cooked ?? "").join("…")], node),
    TaggedTemplateExpression: (node) => {
      if (text.slice(node.tag.start, node.tag.end) === "sql") skipped.push(node);
    },
    NewExpression: ({ callee, arguments: args }) => call(callee, args),
    CallExpression: ({ callee, arguments: args }) => call(callee, args),
    Property: ({ key, value }) => {
      const name = key.type === "Identifier" ? key.name : "";
      if (developerProperties.has(name) || (documented.test(path) && documentProperties.has(name))) skipped.push(value);
    },
    ObjectExpression: (node) => {
      const languages = node.properties.flatMap((property) =>
        property.type === "Property" &&
        property.key.type === "Identifier" &&
        property.value.type === "Literal" &&
        typeof property.value.value === "string"
          ? [property.key.name]
          : [],
      );
      if (!languages.includes("en") || !languages.includes("de")) return;
      sentences.push({ start: node.start, end: node.end, text: text.slice(node.start, node.end).slice(0, 60) });
    },
  });
  visitor.visit(code.program);
  return sentences
    .filter(({ start, end }) => !skipped.some((span) => span.start <= start && end <= span.end))
    .map((sentence) => ({ path, line: lineAt(text, sentence.start), text: sentence.text }));
}

/** Four words of letters, the first capitalized, and neither an SQL statement nor a list of codes. */
export function isSentence(text: string): boolean {
  if (
    !/^\p{Lu}/u.test(text) ||
    !/\p{Ll}/u.test(text) ||
    prescribed.test(text) ||
    /^(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text)
  )
    return false;
  return text.split(/\s+/).filter((word) => /^["'«“(]?\p{L}{2,}|^[aAI]$/u.test(word)).length >= 4;
}
