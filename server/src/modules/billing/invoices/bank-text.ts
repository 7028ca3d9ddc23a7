import { latinText } from "@litfass/platform/pdf/printable-text";

/**
 * A text of at most `length` characters that banks take: Latin-1 without control characters (Swiss Payment Standards),
 * on one line. Other scripts are transliterated.
 */
export const bankText = (text: string, length: number): string =>
  [...text.normalize("NFC").replaceAll(/\p{Cc}/gu, " ")]
    .map((sign) => (sign.charCodeAt(0) < 256 ? sign : latinText(sign)))
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, length)
    .trim();
