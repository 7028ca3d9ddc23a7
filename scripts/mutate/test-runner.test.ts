import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../run-steps.ts";
import { parseFile } from "../sources/parsed-file.ts";
import { instrument } from "./instrument.ts";
import { mutantsOf } from "./mutants.ts";
import { runTrials } from "./test-runner.ts";

const config = `export default { test: { projects: [
  { test: { name: "all", isolate: false, pool: "forks", experimental: { viteModuleRunner: false } } },
] } };`;
const product = `export const limit = 5;
export function isOver(value: number): boolean {
  return value > limit;
}`;
const testOf = (check: string): string =>
  `import { expect, test } from "vitest"; import { isOver, limit } from "./product.ts"; test("it works", () => { ${check} });`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-runner-"));
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "scripts/mutate"), { recursive: true });
  for (const name of ["active-mutant", "try-mutant", "test-process"]) {
    write(`scripts/mutate/${name}.ts`, readFileSync(path.join(root, `scripts/mutate/${name}.ts`), "utf8"));
  }
  write("package.json", '{ "type": "module" }');
  write("vitest.config.ts", config);
  const mutants = mutantsOf(parseFile("product.ts", product)).map((mutant, at) => ({ ...mutant, id: at + 1 }));
  write("product.ts", instrument(product, mutants, "./scripts/mutate/active-mutant.ts"));
  write("over.test.ts", testOf("expect(isOver(6)).toBe(true); expect(isOver(5)).toBe(false);"));
  write("limit.test.ts", testOf("expect(limit).toBe(5);"));
  // A start that fails leaves something behind for all later tests of the process.
  write(
    "start.test.ts",
    `import { beforeAll, expect, test } from "vitest"; import { isOver } from "./product.ts";
     beforeAll(() => { globalThis.isOpen ||= !isOver(6); if (globalThis.isOpen) throw new Error("it is open"); });
     test("it works", () => { expect(isOver(6)).toBe(true); });`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a mutant that damages the process does not count against later ones", async () => {
  const start = { test: "start.test.ts", reload: false };
  const trials = [
    { ...start, id: 2, key: "damaging" },
    { ...start, id: 2, key: "damaging-too" },
    { ...start, id: 3, key: "harmless" },
  ];
  const results = await runTrials(folder, trials);
  expect(results.map(({ trial, outcome }) => [trial.key, outcome])).toEqual([
    ["damaging", "failed"],
    ["harmless", "passed"],
  ]);
});

test("every mutant is judged by its own trials, whatever failed before", async () => {
  const hits = path.join(folder, "hits");
  const over = { test: "over.test.ts", reload: false };
  const trials = [
    { ...over, id: 0, key: "none", hits },
    // The constant, which is read once while the file loads.
    { ...over, id: 1, key: "loaded" },
    { test: "limit.test.ts", id: 1, key: "reloaded", reload: true },
    { ...over, id: 2, key: "return" },
    { ...over, id: 2, key: "again" },
    { ...over, id: 3, key: "boundary" },
    { ...over, id: 0, key: "after" },
  ];
  const results = await runTrials(folder, trials);
  expect(results.map(({ trial, outcome }) => [trial.key, outcome])).toEqual([
    ["none", "passed"],
    ["loaded", "passed"],
    ["reloaded", "failed"],
    ["return", "failed"],
    ["again", "passed"],
    ["boundary", "failed"],
    ["after", "passed"],
  ]);
  expect([readFileSync(`${hits}.load`, "utf8"), readFileSync(hits, "utf8")]).toEqual(["1\n", "2\n3\n"]);
  expect(existsSync(path.join(folder, "trials"))).toBe(true);
});
