import { expect, test } from "vitest";
import { maxFirstLoadBytes, maxScripts, tooManyScripts, verdictOf, withImports } from "./first-load.ts";

test("a file counts once, with everything below it, even in a circle", () => {
  const imports = new Map([
    ["app.js", ["react.js", "runtime.js"]],
    ["react.js", ["runtime.js"]],
    ["screen.js", ["app.js", "parts.js"]],
    ["parts.js", ["screen.js"]],
    ["other.js", ["app.js"]],
  ]);
  expect(withImports(["app.js", "screen.js"], imports).sort()).toEqual([
    "app.js",
    "parts.js",
    "react.js",
    "runtime.js",
    "screen.js",
  ]);
});

test("one byte over the budget fails and lists the largest files", () => {
  const app = { name: "app.js", bytes: 1000 };
  const rest = (bytes: number) => ({ language: "de", files: [app, { name: "screen.js", bytes }] });
  expect(verdictOf(rest(maxFirstLoadBytes - 1000))).toEqual({
    fits: true,
    text: "first load (de): 180000 of 180000 bytes gzipped in 2 files",
  });
  const { fits, text } = verdictOf(rest(maxFirstLoadBytes - 999));
  expect(fits).toBe(false);
  expect(text.split("\n")).toEqual([
    "first load (de): 180001 of 180000 bytes gzipped in 2 files",
    "179001 screen.js",
    "1000 app.js",
  ]);
});

test("screens with more scripts than allowed are listed, the worst first", () => {
  const counts = (more: number) =>
    new Map([
      ["a.tsx", 3],
      ["b.tsx", maxScripts + more],
      ["c.tsx", maxScripts + 2 * more],
    ]);
  expect(tooManyScripts(counts(0))).toBeNull();
  expect(tooManyScripts(counts(1))).toBe("c.tsx: 18 of 16 scripts\nb.tsx: 17 of 16 scripts");
});
