import { Visitor } from "oxc-parser";
import { areaOf, type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

type Parameter = { type: string; start: number; end: number; name?: string; left?: unknown };

/**
 * The first parameter of exported async functions of the server's modules: one hit per form in an area. Few forms
 * mean that actor, transaction and clock are passed the same way everywhere.
 */
export function leadingSignatures(files: ProjectFile[]): Hit[] {
  const forms = new Map<string, Hit>();
  for (const file of files) {
    if (!file.code || !file.path.startsWith("server/src/modules/") || isTestCode(file.path)) continue;
    const add = (params: Parameter[], start: number): void => {
      const form = params[0] ? formOf(file.text, params[0]) : "";
      const key = `${areaOf(file.path)} ${form}`;
      if (!forms.has(key)) forms.set(key, { path: file.path, line: lineAt(file.text, start), text: `(${form})` });
    };
    const visitor = new Visitor({
      ExportNamedDeclaration: ({ declaration }) => {
        if (declaration?.type === "FunctionDeclaration" && declaration.async) {
          add(declaration.params as Parameter[], declaration.start);
        }
        if (declaration?.type !== "VariableDeclaration") return;
        for (const { init, start } of declaration.declarations) {
          if (init?.type === "ArrowFunctionExpression" && init.async) add(init.params as Parameter[], start);
        }
      },
    });
    visitor.visit(file.code.program);
  }
  return [...forms.values()];
}

/** A parameter's type as written; a destructured one counts by its type as well. */
function formOf(text: string, { start, end }: Parameter): string {
  const written = text.slice(start, end).replaceAll(/\s+/g, " ");
  const type = /^(?:\{[^}]*\}|\[[^\]]*\]|\w+)\??: ([^=]+?)(?: = .*)?$/.exec(written)?.[1];
  return type ?? written;
}
