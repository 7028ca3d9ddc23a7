import { expect, test } from "vitest";
import { impureUsesOf } from "./pure-rule.ts";

const file = "adserver/src/auction/a.ts";

test.each([
  "Date.now()",
  "performance.now()",
  "Math.random()",
  'Math["random"]()',
  "new Date()",
  "setTimeout(() => {}, 1)",
  "setImmediate(() => {})",
  "process.env.HOME",
  "globalThis.fetch",
])("pure code cannot use %s", (text) => {
  expect(impureUsesOf(file, `export const a = () => ${text};`)).toMatchObject([{ path: file, line: 1 }]);
});

test("computing with given values is pure", () => {
  const text = "export const a = (ms: number) => [Math.floor(ms), new Date(ms).getTime(), Date.UTC(2026, 0, 1)];";
  expect(impureUsesOf(file, text)).toEqual([]);
});
