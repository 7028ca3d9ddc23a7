import anyAscii from "any-ascii";
import { create, type Font } from "fontkit";
import { interFont } from "../inter-font.ts";

let font: Font | null = null;
const printableSigns = new Map<string, boolean>();

/** Whether our PDF typeface has a glyph for a character. */
function isPrintable(sign: string): boolean {
  const known = printableSigns.get(sign);
  if (known !== undefined) return known;
  font ??= create(interFont("400Regular")) as Font;
  const isKnown = sign === "\n" || font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  printableSigns.set(sign, isKnown);
  return isKnown;
}

/** A text in Latin letters: other scripts are transliterated; emoji and control characters are removed. */
export const latinText = (text: string): string =>
  anyAscii(text.replaceAll(/[\p{Extended_Pictographic}\p{Cc}\p{Cf}]/gu, ""));

/** A text that our PDFs can print: missing glyphs are transliterated, so that no name is blank. */
export const printableText = (text: string): string =>
  [...text.normalize("NFC")].map((sign) => (isPrintable(sign) ? sign : latinText(sign))).join("");

/**
 * A text of at most `length` characters that banks take: Latin-1 without control characters (Swiss Payment Standards), on one
 * line. Other scripts are transliterated.
 */
export const bankText = (text: string, length: number): string =>
  [...text.normalize("NFC").replaceAll(/\p{Cc}/gu, " ")]
    .map((sign) => (sign.charCodeAt(0) < 256 ? sign : latinText(sign)))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, length)
    .trim();
