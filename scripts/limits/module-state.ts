import { Visitor } from "oxc-parser";
import { type Hit, isTestCode, lineAt, type ProjectFile } from "../sources/parsed-file.ts";

const exempt = /^(scripts|bench|web)\//;
const collections = new Set(["Map", "Set", "WeakMap", "WeakSet"]);
const changes = new Set(["set", "add", "delete", "clear"]);

/**
 * State outside every object: a `let` of a module, and collections of a module that its functions change. Two
 * installations in one process share it, and nothing limits or frees it. Tables that a module fills while it loads are none.
 */
export function moduleState(files: ProjectFile[]): Hit[] {
  return files
    .filter(({ path, code }) => code && !exempt.test(path) && !isTestCode(path))
    .flatMap(({ path, text, code }) => {
      const found: Hit[] = [];
      const add = (start: number, name: string): void =>
        void found.push({ path, line: lineAt(text, start), text: `${name} is state of the module` });
      const own = new Map<string, number>();
      for (const statement of code?.program.body ?? []) {
        const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
        if (declared?.type !== "VariableDeclaration") continue;
        for (const { id, init, start } of declared.declarations) {
          if (id.type !== "Identifier") continue;
          if (declared.kind === "let") add(start, id.name);
          if (init?.type !== "NewExpression" || init.callee.type !== "Identifier") continue;
          if (collections.has(init.callee.name)) own.set(id.name, start);
        }
      }
      for (const name of changedInFunctions(code, own)) add(own.get(name) ?? 0, name);
      return found;
    });
}

function changedInFunctions(code: ProjectFile["code"], own: ReadonlyMap<string, number>): Set<string> {
  const changed = new Set<string>();
  let depth = 0;
  const enter = (): void => {
    depth += 1;
  };
  const leave = (): void => {
    depth -= 1;
  };
  const visitor = new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    CallExpression: ({ callee }) => {
      if (depth === 0 || callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
      const { object, property } = callee;
      const isChange = property.type === "Identifier" && changes.has(property.name);
      if (isChange && own.has(object.name)) changed.add(object.name);
    },
  });
  if (code && own.size > 0) visitor.visit(code.program);
  return changed;
}
