import { expect, test } from "vitest";
import { sourceOf } from "../boundaries/read-sources.ts";
import { parseFile } from "../sources/parsed-file.ts";
import { areaOfMutation } from "./areas.ts";
import { diffOf, mutantsOf, mutated } from "./mutants.ts";
import { nearestTests } from "./nearest-tests.ts";
import { sampleOf } from "./random-sample.ts";
import { type Judged, scores } from "./report.ts";

const changed = (text: string) => {
  const file = parseFile("a.ts", text);
  return mutantsOf(file).map((mutant) => mutated(text, mutant));
};

test.each([
  ["x = a < b;", ["x = a <= b;"]],
  ["x = a === b;", ["x = a !== b;"]],
  ["x = a * b - c;", ["x = a * b + c;", "x = a / b - c;"]],
  ["x = a ?? b;", ["x = a && b;"]],
  ["x = a + `b`;", []],
  ["if (a) b = c;", ["if (!(a)) b = c;"]],
  ["x = a ? b : c;", ["x = !(a) ? b : c;"]],
  ["function f() { return a; }", ["function f() { return undefined; }"]],
  ["await save(a);", [";"]],
  ["log.warn(a);", []],
  ['x = log.warn("a", 5);', ['x = log.warn("a", (5 + 1));']],
  ['ctx.audit.unchanged("a");', [";"]],
  ['throw new Error("a");', []],
  ['throw new Problem("a");', ['throw new Problem("");']],
  ["x = a && b || c;", ["x = (a && b) && c;", "x = a || b || c;"]],
  ["x = 5;", ["x = (5 + 1);"]],
  ["x = 5n;", ["x = (5n + 1n);"]],
  ["x = true;", ["x = false;"]],
  ['x = "a";', ['x = "";']],
])("%s becomes %s", (text, all) => {
  expect(changed(text)).toEqual(all);
});

test("skips imports, types and names of fields", () => {
  expect(changed('import { a } from "b"; export * from "c"; type T = "x" | 5; const o = { "k": a };')).toEqual([]);
});

test("a mutant is shown as the line before and after", () => {
  const text = "one();\nx = a < b;\n";
  const [, mutant] = mutantsOf(parseFile("a.ts", text));
  expect([mutant?.line, diffOf(text, mutant!)]).toEqual([2, ["x = a < b;", "x = a <= b;"]]);
});

test("tests of the same folder come first, then those with the shortest import chain to the file", () => {
  const texts = {
    "a/money/pay.ts": "",
    "a/money/index.ts": 'import "./pay.ts";',
    "a/money/far.test.ts": 'import "./index.ts";',
    "a/users/near.test.ts": 'import "../money/pay.ts";',
    "a/users/other.test.ts": 'import "../money/index.ts";',
    "a/users/stranger.test.ts": "",
    "tests/journey.test.ts": 'import "../a/money/pay.ts";',
  };
  const known = new Set(Object.keys(texts));
  const files = Object.entries(texts).map(([file, text]) => sourceOf(file, text, known));
  expect(nearestTests(files, "a/money/pay.ts")).toEqual([
    "a/money/far.test.ts",
    "a/users/near.test.ts",
    "a/users/other.test.ts",
  ]);
});

test("a sample is the same for the same seed and has no duplicates", () => {
  const list = Array.from({ length: 50 }, (_, at) => at);
  expect(sampleOf(list, 10, 3)).toEqual(sampleOf(list, 10, 3));
  expect(sampleOf(list, 10, 3)).not.toEqual(sampleOf(list, 10, 4));
  expect(new Set(sampleOf(list, 60, 3)).size).toBe(50);
});

test("the score of an area counts detected mutants", () => {
  const mutant = { path: "a.ts", line: 1, start: 0, end: 1, text: "", operator: "logic" };
  const outcomes = ["killed", "survived", "timed out", "untested"] as const;
  const judged: Judged[] = outcomes.map((outcome) => ({ ...mutant, area: "ledger", outcome }));
  expect(scores(judged)).toEqual([expect.stringMatching(/^ledger +2 of +4 found \(50 %\)$/)]);
});

test("areas contain the product's files, not their tests", () => {
  expect(areaOfMutation("server/src/modules/billing/ledger/ledger.ts")).toBe("ledger");
  expect(areaOfMutation("server/src/modules/billing/ledger/ledger.test.ts")).toBeUndefined();
  expect(areaOfMutation("web/src/ui/a.ts")).toBeUndefined();
});
