import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { englishFiles, fileIn, projectFiles } from "./language-files.ts";

export type NewLanguage = {
  /** Two letters, ISO 639-1. */
  code: string;
  /** Its own name: Español. */
  name: string;
  /** The locale of its dates and country names: es-ES. */
  locale: string;
};

const registry = "contract/src/kernel/language.ts";
const hyphenation = "web/src/features/creatives/studio/use-hyphenation.ts";

/**
 * Adds a language to the project: its line in the registry, a file in English for each text in English, and the
 * imports of these files. `last` is the language after which it comes.
 * @returns the paths of the new files and of the changed ones
 */
export function addLanguage(root: string, language: NewLanguage, last: string): { added: string[]; changed: string[] } {
  const files = projectFiles(root);
  const added = englishFiles(files).flatMap((english) => {
    const file = fileIn(language.code, english);
    const [source, target] = [path.join(root, english), path.join(root, file)];
    if (existsSync(target)) return [];
    mkdirSync(path.dirname(target), { recursive: true });
    copyFileSync(source, target);
    return [file];
  });
  const changed = files
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && existsSync(path.join(root, file)))
    .filter((file) => edit(path.join(root, file), (text) => withLanguage(file, text, language, last, root)));
  return { added, changed };
}

/** Whether a change of a file's text changed it. */
function edit(file: string, change: (text: string) => string): boolean {
  const before = readFileSync(file, "utf8");
  const after = change(before);
  if (after !== before) writeFileSync(file, after);
  return after !== before;
}

function withLanguage(file: string, text: string, language: NewLanguage, last: string, root: string): string {
  const { code, name, locale } = language;
  if (file === registry) {
    const line = `  ${code}: { name: ${JSON.stringify(name)}, locale: "${locale}" },\n`;
    return text.replace(new RegExp(`^  ${last}: \\{ name: .*\\n`, "m"), (row) => row + line);
  }
  if (file === hyphenation) {
    const hasPatterns = existsSync(path.join(root, "node_modules/hyphen", code, "index.js"));
    const load = new RegExp(`^.*"hyphen/${last}/index\\.js".*\\n`, "m");
    const other = (row: string) => row.replace(`${last}:`, `${code}:`).replace(`hyphen/${last}/`, `hyphen/${code}/`);
    return hasPatterns ? text.replace(load, (row) => row + other(row)) : text;
  }
  const imported = new RegExp(`^import ${last} from "(\\S*/)${last}\\.json" with .*\\n`, "m");
  if (!imported.test(text)) return text;
  return text
    .replace(
      imported,
      (row) => row + row.replace(`import ${last} `, `import ${code} `).replace(`${last}.json`, `${code}.json`),
    )
    .replaceAll(new RegExp(`(?<=\\{ en, [a-z, ]*\\b${last})(?= \\})`, "g"), `, ${code}`);
}
