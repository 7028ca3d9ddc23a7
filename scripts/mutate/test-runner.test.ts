import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../run-steps.ts";
import { startRunner, type TestRunner } from "./test-runner.ts";

let folder: string;
let runner: TestRunner;
const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
const testOf = (value: string): string =>
  `import { expect, test } from "vitest"; import { value } from "./${value}.ts"; test("is 1", () => expect(value).toBe(1));`;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "litfass-runner-"));
  symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  mkdirSync(path.join(folder, "scripts"));
  symlinkSync(path.join(root, "scripts/mutate"), path.join(folder, "scripts/mutate"));
  write("package.json", '{ "type": "module" }');
  for (const name of ["a", "b"]) {
    write(`${name}.ts`, "export const value = 1;");
    write(`${name}.test.ts`, testOf(name));
  }
  runner = startRunner(folder);
});
afterAll(async () => {
  await runner.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("a mutant is judged by its own tests only, whatever failed before", async () => {
  const run = (changed: string, tests: string[]) => runner.run(changed, tests, 60_000);
  expect(await run("a.ts", ["a.test.ts"])).toBe("passed");
  write("a.ts", "export const value = 2;");
  expect(await run("a.ts", ["a.test.ts"])).toBe("failed");
  expect(await run("b.ts", ["b.test.ts"])).toBe("passed");
  write("a.ts", "export const value = 1;");
  expect(await run("a.ts", ["b.test.ts", "a.test.ts"])).toBe("passed");
});
