import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const judged = /^(contract|banner|platform|events|adserver|server)\/src\/|^web\/src\/(?!i18n\/de\/)/;
/** Files with a module's texts in both languages, and the demo's data. */
export const catalogFiles =
  /(^|\/)(texts|[a-z-]+-texts|[a-z-]*messages|catalog[a-z-]*)\.tsx?$|\/(catalogs?|texts|i18n|demo|data)\//;
const functionWords =
  /(^|[^\p{L}])(der|die|das|den|dem|ein|eine|einen|einer|und|oder|nicht|ist|sind|wird|werden|wurde|mit|von|für|auf|bei|nach|noch|kein|keine|Sie|Ihr|Ihre|Ihren|zum|zur|bitte|wenn|kann|können|muss|über)(?=$|[^\p{L}])/gu;

/** A regular expression may match words of both languages. */
const isPattern = /\(\?[:=!<]/;

/** German literals: two German function words, or one and an umlaut. */
export function germanLiterals(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path, code }) => code && judged.test(path) && !catalogFiles.test(path) && !isTestCode(path))
    .flatMap(({ path, text, code }) => {
      const found: Hit[] = [];
      const add = (value: string, start: number): void => {
        if (isGerman(value)) found.push({ path, line: lineAt(text, start), text: value.slice(0, 60) });
      };
      const visitor = new Visitor({
        Literal: ({ value, start }) => typeof value === "string" && add(value, start),
        TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? "").join(" "), start),
        JSXText: ({ value, start }) => add(value, start),
      });
      if (code) visitor.visit(code.program);
      return found;
    });
}

export function isGerman(text: string): boolean {
  if (isPattern.test(text)) return false;
  const words = new Set([...text.matchAll(functionWords)].map(([, , word]) => word));
  return words.size >= 2 || (words.size === 1 && /[äöüÄÖÜ]/.test(text) && text.includes(" "));
}
