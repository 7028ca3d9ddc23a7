import { expect, test } from "vitest";
import { fontOfDocument, parsedInter } from "./inter-font.ts";

test("a letter that an earlier document had as a part of an accented one keeps its character", () => {
  const earlier = fontOfDocument(parsedInter("600SemiBold"));
  const subset = earlier.createSubset();
  for (const glyph of earlier.layout("Č").glyphs) subset.includeGlyph(glyph);
  (subset as unknown as { encode(): Uint8Array }).encode();
  const { glyphs } = fontOfDocument(parsedInter("600SemiBold")).layout("CH");
  expect(glyphs.map(({ codePoints }) => codePoints)).toEqual([[67], [72]]);
});
