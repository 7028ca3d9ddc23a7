import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { basicFontRange, fontRanges } from "@litfass/platform/http/pages/server-page";
import { expect, test } from "vitest";

const projectRoot = path.join(import.meta.dirname, "../../../../..");

const includes = (range: string, character: string): boolean =>
  range.split(",").some((part) => {
    const [first = "", last = first] = part.replace("U+", "").split("-");
    const code = character.codePointAt(0) ?? 0;
    return code >= Number.parseInt(first, 16) && code <= Number.parseInt(last, 16);
  });

test("no text of the app, of the public pages and of the guide makes a visitor load a larger typeface", () => {
  const texts = [
    "web/src/i18n/*/*.json",
    "server/src/modules/site/**/*.{json,ts}",
    "docs/guide/*/*.md",
    "CHANGELOG.md",
  ];
  const files = globSync(texts, { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(150);
  const { "inter-basic": basic, ...larger } = fontRanges;
  const missing = files.flatMap((file) =>
    [...new Set(readFileSync(path.join(projectRoot, file), "utf8"))]
      .filter((character) => character !== "\n" && !includes(basic, character))
      .filter((character) => Object.values(larger).some((range) => includes(range, character)))
      .map((character) => `${file}: ${character}`),
  );
  expect(missing).toEqual([]);
});

test("the web app's rule and the server's name the same characters", () => {
  const rule = readFileSync(path.join(projectRoot, "web/src/ui/fonts/inter.css"), "utf8");
  expect(/unicode-range:([^;]+);/.exec(rule)?.[1]?.replaceAll(/\s/g, "")).toBe(basicFontRange);
});
