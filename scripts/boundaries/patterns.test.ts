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
