import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { englishFiles, fileIn, projectFiles } from "./language-files.ts";
import { sameEverywhere } from "./same-everywhere.ts";

/** A text that a language lacks, has in English, or has although English does not. `key` is empty for a whole file. */
export type Gap = { file: string; key: string; fault: "missing" | "English" | "unknown" };

/** Names that differ between languages: what a file lacks has the English or the local name. */
const isSparse = (file: string): boolean => file.startsWith("contract/src/targeting/places/");

/** All gaps of a language, by file. */
export function untranslated(root: string, language: string): Gap[] {
  const files = projectFiles(root);
  return englishFiles(files).flatMap((english) => {
    const file = fileIn(language, english);
    const [source, own] = [english, file].map((each) => path.join(root, each)) as [string, string];
    if (!existsSync(own)) return [{ file, key: "", fault: "missing" as const }];
    if (english.endsWith(".md")) {
      const isSame = readFileSync(source, "utf8") === readFileSync(own, "utf8");
      return isSame ? [{ file, key: "", fault: "English" as const }] : [];
    }
    return isSparse(file) ? [] : gapsIn(file, textsIn(source), textsIn(own));
  });
}

function gapsIn(file: string, english: Map<string, string>, own: Map<string, string>): Gap[] {
  const gaps: Gap[] = [...own.keys()]
    .filter((key) => !english.has(key))
    .map((key) => ({ file, key, fault: "unknown" as const }));
  for (const [key, text] of english) {
    if (!own.has(key)) gaps.push({ file, key, fault: "missing" });
    else if (own.get(key) === text && isSentence(text)) gaps.push({ file, key, fault: "English" });
  }
  return gaps;
}

/** Single words and names may be the same in two languages. */
const isSentence = (text: string): boolean =>
  !sameEverywhere.has(text) && (text.replaceAll(/\{[^{}]*\}|<[^<>]*>/g, " ").match(/\p{L}{2,}/gu)?.length ?? 0) > 1;

type Tree = { [key: string]: string | Tree };

function textsIn(file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (tree: Tree, above: string): void => {
    for (const [name, value] of Object.entries(tree)) {
      const key = above + name;
      if (typeof value === "string") texts.set(key, value);
      else collect(value, `${key}.`);
    }
  };
  collect(JSON.parse(readFileSync(file, "utf8")) as Tree, "");
  return texts;
}
