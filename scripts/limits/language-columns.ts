import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const judged = /^(contract|banner|platform|events|adserver|server|web)\/src\//;
/** The registry of languages, and rules for hyphens that are loaded by name. */
const allowed = new Set(["contract/src/kernel/language.ts", "web/src/features/creatives/studio/use-hyphenation.ts"]);
/** Two that no other list has side by side. */
const columns = ["de", "fr"];

type Property = { shorthand?: boolean; key?: { name?: string; value?: unknown } };

/**
 * Texts with a column per language in code. A further language would have to be added to each of them; texts stand in a file
 * per language, and an object of such files (`{ en, de }`) is the only list.
 */
export function languageColumns(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path, code }) => code && judged.test(path) && !allowed.has(path) && !isTestCode(path))
    .flatMap(({ path, text, code }) => {
      const hits: Hit[] = [];
      const visitor = new Visitor({
        ObjectExpression: ({ start, properties }) => {
          const written = (properties as Property[]).filter(({ shorthand }) => !shorthand);
          const names = written.map(({ key }) => key?.name ?? key?.value);
          if (columns.every((each) => names.includes(each)))
            hits.push({ path, line: lineAt(text, start), text: `a column per language: ${columns.join(", ")}` });
        },
      });
      if (code) visitor.visit(code.program);
      return hits;
    });
}
