import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const skipping = new Set(["skip", "skipIf", "runIf", "todo", "only"]);

/** Tests that are skipped without a reason: `needs("ffmpeg")` of tests/support/needs.ts gives one. */
export function unreasonedSkips(files: ProjectFile[]): Hit[] {
  return files.flatMap(({ path, text, code }) => {
    const found: Hit[] = [];
    if (!code || !isTestCode(path)) return found;
    const visitor = new Visitor({
      MemberExpression: ({ object, property, start }) => {
        const isTest = object.type === "Identifier" && ["test", "it", "describe"].includes(object.name);
        if (!isTest || property.type !== "Identifier" || !skipping.has(property.name)) return;
        found.push({ path, line: lineAt(text, start), text: `${object.name}.${property.name}` });
      },
    });
    visitor.visit(code.program);
    return found;
  });
}
