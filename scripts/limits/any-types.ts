import { Visitor } from "oxc-parser";
import { type Hit, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

/** Every `any` written as a type. */
export function anyTypes(files: ProjectFile[]): Hit[] {
  return files.flatMap(({ path, text, code }) => {
    const found: Hit[] = [];
    const visitor = new Visitor({
      TSAnyKeyword: ({ start }) => void found.push({ path, line: lineAt(text, start), text: "any" }),
    });
    if (code) visitor.visit(code.program);
    return found;
  });
}
