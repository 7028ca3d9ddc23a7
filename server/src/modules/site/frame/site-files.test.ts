import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ownFontRange } from "./site-files.ts";

const projectRoot = path.join(import.meta.dirname, "../../../../..");

// A character outside of the range makes every visitor of its page load the larger file as well.
test("the typeface of the public pages has every character of their texts and of the guide", () => {
  const ranges = ownFontRange.split(",").map((range) => {
    const [first = "", last = first] = range.replace("U+", "").split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  const files = globSync(["server/src/modules/site/**/*.{json,ts}", "docs/guide/*/*.md", "CHANGELOG.md"], {
    cwd: projectRoot,
  });
  expect(files.length).toBeGreaterThan(50);
  const missing = files.flatMap((file) =>
    [...new Set(readFileSync(path.join(projectRoot, file), "utf8"))]
      .filter((character) => character !== "\n")
      .filter((character) => {
        const code = character.codePointAt(0) ?? 0;
        return !ranges.some(([first, last]) => code >= first && code <= last);
      })
      .map((character) => `${file}: ${character}`),
  );
  expect(missing).toEqual([]);
});
