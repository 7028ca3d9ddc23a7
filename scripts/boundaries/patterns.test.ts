import { expect, test } from "vitest";
import { slowPatternsOf } from "./patterns.ts";

test.each([
  String.raw`text.split(/,(?![^(]*\))/)`,
  String.raw`/\s+$/.test(text)`,
  "/^(a+)+$/.test(text)",
  String.raw`/^([a-z]+):[ \t]*([\x20-\x7e]*?)[ \t]*$/.test(text)`,
])("finds %s", (code) => {
  expect(slowPatternsOf("a.ts", `const text = "";\n${code};`)).toEqual([
    { path: "a.ts", line: 2, rule: expect.stringContaining("more than linear time") },
  ]);
});

test.each([String.raw`/^\d+$/`, "/^[a-z]+(?:-[a-z]+)*$/", String.raw`/\burl\(/i`])("accepts %s", (code) => {
  expect(slowPatternsOf("a.ts", `export const pattern = ${code};`)).toEqual([]);
});

test.each([
  ["a text", String.raw`new RegExp("\\s+$")`, String.raw`/\s+$/`],
  ["a sum with an unknown part", "RegExp('(?:' + digits + ')' + unit, 'i')", "|\\d)x/i"],
  ["a template with an unknown part", `new RegExp(\`(?:\${digits})(?:CHF|\${unit})\`)`, "(?:CHF|x)/"],
])("finds a pattern put together at run time from %s", (_from, code, shown) => {
  const digits = "const digits = String.raw`\\d[\\d.]*\\d|\\d`;";
  expect(slowPatternsOf("a.ts", `${digits}\nexport const of = (unit: string) => ${code};`)).toEqual([
    { path: "a.ts", line: 2, rule: expect.stringContaining(shown) },
  ]);
});

test("accepts patterns put together from parts that it does not know", () => {
  const code = `export const of = (word: string) => new RegExp(\`^(\${word.slice(1)}|[a-z]+)-\${word}$\`, word);`;
  expect(slowPatternsOf("a.ts", code)).toEqual([]);
});
