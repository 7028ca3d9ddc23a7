import { Visitor } from "oxc-parser";
import { isTestFile, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

/** A test's title, and its requirements as `[GUARD-007]`. */
export type NamedTest = { file: string; line: number; title: string; ids: string[] };

const bracket = /\[([A-Z][A-Z0-9, -]+\d)\]/g;
const id = /^[A-Z][A-Z0-9]*(-[A-Z0-9]+)*-\d{3}$/;

/** Every text of test files with requirements: titles, and rows of tables used for titles. */
export function namedTests(files: ProjectFile[]): NamedTest[] {
  return files.filter(({ path, code }) => code && isTestFile(path)).flatMap(textsWithIds);
}

function textsWithIds({ path, text, code }: ProjectFile): NamedTest[] {
  const found: NamedTest[] = [];
  const add = (title: string, start: number): void => {
    const ids = [...title.matchAll(bracket)]
      .flatMap(([, group = ""]) => group.split(/,\s*/))
      .filter((one) => id.test(one));
    if (ids.length === 0) return;
    const plain = title.replaceAll(bracket, "").replaceAll(/\s+/g, " ").trim();
    found.push({ file: path, line: lineAt(text, start), title: plain, ids });
  };
  const visitor = new Visitor({
    Literal: ({ value, start }) => typeof value === "string" && add(value, start),
    TemplateLiteral: ({ quasis, start }) => add(quasis.map(({ value }) => value.cooked ?? "").join("…"), start),
  });
  if (code) visitor.visit(code.program);
  return found;
}
