import { Visitor } from "oxc-parser";
import { type Hit, isTestFile, lineAt, type ProjectFile } from "../sources/parsed-file.ts";
import { bannedInName, bannedInProse, insteadOf } from "./banned-words.ts";

/** Pages that are generated or quote other sources. */
const unjudged = /^docs\/requirements\.(md|tsv)$|^LICENSE|^scripts\/wording\//;
const englishCatalog = /(^|\/)(i18n\/en\/[\w-]+|texts\/en)\.json$/;

/** Banned words in file names, identifiers, comments, test titles, documents and English catalogs. */
export function wordingHits(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path }) => !unjudged.test(path))
    .flatMap((file) => [...nameHits(file), ...textHits(file)])
    .filter(({ path, text }) => !(path.includes("spreadsheet") && /^"(work)?sheets?"/i.test(text)));
}

const hit = (file: ProjectFile, offset: number, word: string): Hit => ({
  path: file.path,
  line: lineAt(file.text, offset),
  text: `"${word}": write ${insteadOf(word)}`,
});

function nameHits(file: ProjectFile): Hit[] {
  const word = bannedInName((file.path.split("/").at(-1) ?? "").replace(/(\.test|\.module)?\.\w+$/, ""));
  return word ? [hit(file, 0, word)] : [];
}

function textHits(file: ProjectFile): Hit[] {
  if (file.path.endsWith(".md")) return proseHits(file, file.text, 0);
  if (englishCatalog.test(file.path)) return catalogHits(file);
  if (!file.code) return [];
  const comments = file.code.comments.flatMap(({ value, start }) => proseHits(file, value, start + 2));
  return [...comments, ...codeHits(file)];
}

const proseHits = (file: ProjectFile, text: string, offset: number): Hit[] =>
  bannedInProse(text).map(({ at, word }) => hit(file, offset + at, word));

/** The sentences of a catalog; its keys are identifiers and checked there. */
const catalogHits = (file: ProjectFile): Hit[] =>
  [...file.text.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].flatMap(({ 1: sentence = "", index, 0: entry }) =>
    proseHits(file, sentence, index + entry.length - sentence.length - 1),
  );

/** Identifiers count at their declaration, not at their uses. */
function codeHits(file: ProjectFile): Hit[] {
  const found: Hit[] = [];
  const declared = (node: { type: string; name?: unknown; start: number } | null | undefined): void => {
    if (node?.type !== "Identifier" || typeof node.name !== "string") return;
    const word = bannedInName(node.name);
    if (word) found.push(hit(file, node.start, word));
  };
  const visitor = new Visitor({
    VariableDeclarator: ({ id }) => declared(id),
    FunctionDeclaration: ({ id, params }) => [id, ...params].forEach((one) => void declared(one as never)),
    ArrowFunctionExpression: ({ params }) => params.forEach((one) => void declared(one as never)),
    ClassDeclaration: ({ id }) => declared(id),
    TSTypeAliasDeclaration: ({ id }) => declared(id),
    TSInterfaceDeclaration: ({ id }) => declared(id),
    TSPropertySignature: ({ key }) => declared(key as never),
    Property: ({ key, shorthand }) => (shorthand ? undefined : declared(key as never)),
    CallExpression: ({ arguments: [first] }) => {
      const isTitle = isTestFile(file.path) && first?.type === "Literal" && typeof first.value === "string";
      if (isTitle && first.value.includes(" ")) found.push(...proseHits(file, String(first.value), first.start + 1));
    },
  });
  if (file.code) visitor.visit(file.code.program);
  return found;
}
