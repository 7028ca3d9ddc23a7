import anyAscii from "any-ascii";
import { parsedInter } from "./inter-font.ts";

const printableSigns = new Map<string, boolean>();

/** Whether our PDF typeface has a glyph for a character. */
function isPrintable(sign: string): boolean {
  const known = printableSigns.get(sign);
  if (known !== undefined) return known;
  const isKnown = sign === "\n" || parsedInter("400Regular").hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  printableSigns.set(sign, isKnown);
  return isKnown;
}

/** A text in Latin letters: other scripts are transliterated; emoji and control characters are removed. */
export const latinText = (text: string): string =>
  anyAscii(text.replaceAll(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}]/gu, ""));

/** A text that our PDFs can print: missing glyphs are transliterated, so that no name is blank. */
export const printableText = (text: string): string =>
  [...text.normalize("NFC")].map((sign) => (isPrintable(sign) ? sign : latinText(sign))).join("");

/** Whether a text uses a script that the typeface lacks, so that it is printed in Latin letters. */
export const isTransliterated = (text: string): boolean => printableText(text) !== text.normalize("NFC");
