import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const home = /(-sql|(^|\/)tables)\.ts$/;
const exempt = /^(scripts|bench)\//;
/** Google's query language starts with the same word. */
const otherLanguages = /\/connections\/google-ads\//;
const statement = /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;

/** Statements, and imports of Drizzle's `sql`, outside the files for a module's queries. */
export function strayQueries(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path, code }) => code && !home.test(path) && !exempt.test(path) && !isTestCode(path))
    .flatMap(hitsOf);
}

function hitsOf({ path, text, code }: ProjectFile): Hit[] {
  const found: Hit[] = [];
  const add = (start: number, what: string): void => void found.push({ path, line: lineAt(text, start), text: what });
  for (const { moduleRequest, entries, start } of code?.module.staticImports ?? []) {
    const names = entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name);
    if (moduleRequest.value === "drizzle-orm" && names.includes("sql")) add(start, "imports sql");
  }
  const visitor = new Visitor({
    TemplateLiteral: ({ quasis: [first], start }) => {
      if (statement.test(first?.value.raw ?? "") && !otherLanguages.test(path)) add(start, "holds a statement");
    },
    Literal: ({ value, start }) => {
      if (typeof value === "string" && statement.test(value) && !otherLanguages.test(path))
        add(start, "holds a statement");
    },
  });
  if (code) visitor.visit(code.program);
  return found;
}
