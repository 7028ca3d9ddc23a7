import { expect, test } from "vitest";
import { differences, type Found, lowered } from "./baseline.ts";
import { areaOf, isTestCode } from "./parsed-file.ts";

const hit = (path: string) => ({ path, line: 1, text: "x" });
const found: Found[] = [{ rule: "words", hits: [hit("web/src/ui/a.ts"), hit("web/src/ui/b.ts"), hit("docs/a.md")] }];

test("accepts as many hits as the baseline allows", () => {
  expect(differences(found, { words: { "web/src/ui": 2, docs: 1 } })).toEqual([]);
});

test("lists additional hits with their places; an area without a baseline may have none", () => {
  expect(differences(found, { words: { "web/src/ui": 1 } })).toEqual([
    "docs: words: 1, at most 0",
    "  docs/a.md:1 x",
    "web/src/ui: words: 2, at most 1",
    "  web/src/ui/a.ts:1 x",
    "  web/src/ui/b.ts:1 x",
  ]);
});

test("fewer hits require a lower baseline, which never rises", () => {
  const baseline = { words: { "web/src/ui": 1, docs: 5, adserver: 4 } };
  expect(differences(found, baseline).filter((line) => line.includes("lower it"))).toHaveLength(2);
  expect(lowered(found, baseline)).toEqual({ words: { "web/src/ui": 1, docs: 1 } });
  expect(lowered(found, {})).toEqual({ words: { "web/src/ui": 2, docs: 1 } });
});

test("an area is a module, a feature, or the first three folders", () => {
  expect(areaOf("server/src/modules/billing/ledger/book.ts")).toBe("server/src/modules/billing");
  expect(areaOf("web/src/features/users/a.tsx")).toBe("web/src/features/users");
  expect(areaOf("adserver/src/auction/pacing/pace.ts")).toBe("adserver/src/auction");
  expect(areaOf("README.md")).toBe(".");
});

test("distinguishes tests and their helpers from the product", () => {
  const paths = [
    "a/a.test.ts",
    "tests/support/a.ts",
    "server/src/testing/a.ts",
    "a/testing-a.ts",
    "a/a.ts",
    "a/tested.ts",
  ];
  expect(paths.map(isTestCode)).toEqual([true, true, true, true, false, false]);
});
