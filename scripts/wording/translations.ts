import { defaultLanguage, isLanguage, type Language } from "@litfass/contract/kernel/language";
import { type Hit, lineAt, type ProjectFile } from "../sources/parsed-file.ts";
import { everywhere, terms, typography } from "./terms.ts";

/** Catalogs, messages of the contract and pages of the guide, by their language. */
const translation =
  /(?:^|\/)(?:i18n\/([a-z]{2})\/[\w-]+\.json|(?:texts|messages|field-labels)\/([a-z]{2})\.json|guide\/([a-z]{2})\/[\w-]+\.md)$/;

/** A row of a spreadsheet that users paste. */
const pasted = /"example": "[^"]*"/g;
/** Code, addresses, elements and placeholders. */
const code = /`[^`\n]*`|\]\([^()\s]*\)|<[^<>\n]*>|https?:\/\/[^\s)]+|\{[^{}\n]*\}/g;

type Text = { text: string; at: number };

/** Typography and banned variants of terms in translated texts. */
export function translationHits(files: ProjectFile[]): Hit[] {
  return files.flatMap((file) => {
    const [, ...languages] = translation.exec(file.path) ?? [];
    const language = languages.find(Boolean);
    return isLanguage(language) && language !== defaultLanguage ? hitsOf(file, language) : [];
  });
}

function hitsOf(file: ProjectFile, language: Language): Hit[] {
  const rules = [...everywhere, ...(terms[language] ?? []), ...(typography[language] ?? [])];
  return textsOf(file).flatMap(({ text, at }) =>
    rules.flatMap(([pattern, instead]) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
        path: file.path,
        line: lineAt(file.text, at + index),
        text: `"${found}": write ${instead}`,
      })),
    ),
  );
}

/** The sentences of a catalog, or the lines of a page, with their places; code is masked. */
const textsOf = ({ path, text }: ProjectFile): Text[] => (path.endsWith(".md") ? linesOf(text) : sentencesOf(text));

const mask = (found: string): string => found.replaceAll(/[^\n]/g, "_");

function linesOf(page: string): Text[] {
  const fenced = page.split("```").map((part, index) => (index % 2 === 1 ? mask(part) : part));
  let next = 0;
  return fenced
    .join("___")
    .replaceAll(code, mask)
    .split("\n")
    .map((line) => {
      const at = next + line.length - line.trimStart().length;
      next += line.length + 1;
      return { text: line.trimStart(), at };
    });
}

const sentencesOf = (catalog: string): Text[] =>
  [...catalog.replaceAll(pasted, mask).matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)].map(
    ({ 1: sentence = "", index, 0: entry }) => ({
      text: sentence.replaceAll("\\n", "\n\n").replaceAll(code, mask),
      at: index + entry.length - sentence.length - 1,
    }),
  );
