import anyAscii from "any-ascii";
import { create, type Font } from "fontkit";
import { interFont } from "../inter-font.ts";

let font: Font | null = null;
const printableSigns = new Map<string, boolean>();

/** Whether the typeface of our PDFs has a glyph for a character. */
function isPrintable(sign: string): boolean {
  const known = printableSigns.get(sign);
  if (known !== undefined) return known;
  font ??= create(interFont("400Regular")) as Font;
  const isKnown = sign === "\n" || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  printableSigns.set(sign, isKnown);
  return isKnown;
}

/** A text in Latin letters: other scripts are transliterated; pictures and control characters are left out. */
export const latinText = (text: string): string =>
  anyAscii(text.replaceAll(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}]/gu, ""));

/** A text as our PDFs can print it: what the typeface lacks is transliterated, so that no name is ever blank. */
export const printableText = (text: string): string =>
  [...text.normalize("NFC")].map((sign) => (isPrintable(sign) ? sign : latinText(sign))).join("");
