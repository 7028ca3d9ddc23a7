import { Visitor } from "oxc-parser";
import { lineAt, type ProjectFile, parseFile } from "../sources/parsed-file.ts";
import type { Violation } from "./violation.ts";

/** Code that gets time and randomness injected, so that simulations and tests can replay every decision. */
const isPure = (file: string): boolean =>
  /^adserver\/src\/(auction|kernel)\//.test(file) && !/\.test\.ts$|\/testing\//.test(file);

/** Forbidden members by global; `*` forbids all of them. */
const members: Record<string, string> = {
  Date: "now",
  Math: "random",
  performance: "*",
  process: "*",
  globalThis: "*",
};
const calls = new Set(["setTimeout", "setInterval", "setImmediate", "queueMicrotask", "fetch", "Date"]);

/** Uses of clocks, randomness, timers and the process in the pure folders. */
export const impureUses = (files: ProjectFile[]): Violation[] =>
  files.filter(({ path }) => isPure(path)).flatMap(usesOf);

/** The impure uses in one text. */
export const impureUsesOf = (file: string, text: string): Violation[] => usesOf(parseFile(file, text));

function usesOf({ path, text, code }: ProjectFile): Violation[] {
  const found: Violation[] = [];
  const add = (start: number, name: string): void => {
    found.push({ path, line: lineAt(text, start), rule: `${name} is not pure: inject the clock or random` });
  };
  const visitor = new Visitor({
    MemberExpression(node) {
      if (node.object.type !== "Identifier") return;
      const { name } = node.object;
      const forbidden = Object.hasOwn(members, name) ? members[name] : undefined;
      if (forbidden === undefined) return;
      const member = node.property.type === "Identifier" && !node.computed ? node.property.name : "*";
      if (forbidden === "*" || forbidden === member || member === "*") add(node.start, `${name}.${member}`);
    },
    CallExpression({ callee, start }) {
      if (callee.type === "Identifier" && calls.has(callee.name)) add(start, `${callee.name}()`);
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type === "Identifier" && callee.name === "Date" && given.length === 0) add(start, "new Date()");
    },
  });
  if (code) visitor.visit(code.program);
  return found;
}
