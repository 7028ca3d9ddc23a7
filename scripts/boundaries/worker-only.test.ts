import { expect, test } from "vitest";
import { sourceOf } from "./read-sources.ts";
import { workerOnlyViolations } from "./worker-only.ts";

const api = "server/src/processes/api.ts";
const check = (texts: Record<string, string>): string[] => {
  const known = new Set(Object.keys(texts));
  return workerOnlyViolations(Object.entries(texts).map(([file, text]) => sourceOf(file, text, known))).map(
    (violation) => violation.path,
  );
};

test("a library that renders files is not loaded in the API's main thread, however far away", () => {
  const draw = 'import PDF from "pdfkit"; export const draw = PDF;';
  const files = { [api]: 'import "./a.ts";', "server/src/processes/b.ts": draw };
  const middle = "server/src/processes/a.ts";
  expect(check({ ...files, [middle]: 'export { draw } from "./b.ts";' })).toEqual(["server/src/processes/b.ts"]);
  expect(check({ ...files, [middle]: 'await import("./b.ts");' })).toEqual(["server/src/processes/b.ts"]);
  expect(check({ ...files, [middle]: 'import type { draw } from "./b.ts";' })).toEqual([]);
  expect(check({ ...files, [middle]: 'new URL("./b.ts", import.meta.url);' })).toEqual([]);
});
