import { Visitor } from "oxc-parser";
import { type Hit, isTestFile, lineAt, type ProjectFile } from "../sources/parsed-file.ts";
import { bannedInName, bannedInProse, insteadOf } from "./banned-words.ts";

/** Pages that are made from others, or hold the words of somebody else. */
const unjudged = /^docs\/requirements\.(md|tsv)$|^LICENSE|^scripts\/wording\//;
const englishCatalogue = /^web\/src\/i18n\/en\//;

/** Banned words in the names of files, identifiers, comments, titles of tests, documents and English catalogues. */
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
  if (!file.code) return [];
  const comments = file.code.comments.flatMap(({ value, start }) => proseHits(file, value, start + 2));
  return [...comments, ...codeHits(file)];
}

const proseHits = (file: ProjectFile, text: string, offset: number): Hit[] =>
  bannedInProse(text).map(({ at, word }) => hit(file, offset + at, word));

/** Identifiers count where they are declared, not where they are used. */
function codeHits(file: ProjectFile): Hit[] {
  const found: Hit[] = [];
  const declared = (node: { type: string; name?: unknown; start: number } | null | undefined): void => {
    if (node?.type !== "Identifier" || typeof node.name !== "string") return;
    const word = bannedInName(node.name);
    if (word) found.push(hit(file, node.start, word));
  };
  const isCatalogue = englishCatalogue.test(file.path);
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
    Literal: ({ value, start }) => {
      if (isCatalogue && typeof value === "string") found.push(...proseHits(file, value, start + 1));
    },
    TemplateElement: ({ value, start }) => {
      if (isCatalogue) found.push(...proseHits(file, value.raw, start));
    },
  });
  if (file.code) visitor.visit(file.code.program);
  return found;
}
