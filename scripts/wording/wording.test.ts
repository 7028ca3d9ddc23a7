import { expect, test } from "vitest";
import { parseFile } from "../sources/parsed-file.ts";
import { bannedInName, bannedInProse } from "./banned-words.ts";
import { wordingHits } from "./wording.ts";

const found = (file: string, text: string) =>
  wordingHits([parseFile(file, text)]).map(({ line, text }) => [line, text]);

test("finds banned words in prose, but not words that only contain one or allowed phrases", () => {
  const words = (text: string) => bannedInProse(text).map(({ word }) => word);
  expect(words("Each room mends its house anew, whoever stands here.")).toEqual([
    "room",
    "mends",
    "house",
    "anew",
    "whoever",
    "stands here",
  ]);
  expect(words("the looks of it, and no kept rows")).toEqual(["the looks", "no kept "]);
  expect(
    words("A bedroom looks up the house number; Keep-Alive is kept in Outlook, with room for a style sheet."),
  ).toEqual([]);
  expect(words("The recommended format, understands `house`")).toEqual([]);
});

test.each([
  ["mostBodyBytes", "most…"],
  ["most", null],
  ["almostFull", null],
  ["ownHouse", "house"],
  ["houseNumber", null],
  ["bedroomCount", null],
  ["roomOf", "room"],
  ["mend-table", "mend"],
  ["recommend", null],
  ["format", null],
  ["MAX_WISHES", "wishes"],
])("the name %s has the banned word %s", (name, word) => {
  expect(bannedInName(name)).toBe(word);
});

test("checks file names, declarations, comments, titles and English texts", () => {
  expect(found("a/house-keeping.ts", "")).toEqual([[1, expect.stringContaining('"house"')]]);
  expect(found("a/a.ts", "const x = 1;\nconst ownHouse = x; use(ownHouse, theirHouse);")).toEqual([
    [2, expect.stringContaining('"house"')],
  ]);
  expect(found("a/a.ts", "function f(room: number) {}\ntype Wish = { mostBytes: number };")).toHaveLength(3);
  expect(found("a/a.ts", "x();\n// a room\n")).toEqual([[2, '"room": write module']]);
  expect(found("a/a.ts", 'say("a room of one\'s own")')).toEqual([]);
  expect(found("a/a.test.ts", 'test("a room opens", () => {});')).toHaveLength(1);
  for (const catalog of ["web/src/i18n/en/x.json", "server/src/modules/x/texts/en.json"]) {
    expect(found(catalog, '{\n "wishes": "Your \\"wishes\\"",\n "b": "House number" }')).toEqual([
      [2, '"wishes": write request, preference, option'],
    ]);
  }
  expect(found("web/src/i18n/de/x.json", '{ "a": "anew" }')).toEqual([]);
  expect(found("docs/a.md", "one\ntwo rooms")).toEqual([[2, '"rooms": write module']]);
  expect(found("docs/requirements.md", "two rooms")).toEqual([]);
});
