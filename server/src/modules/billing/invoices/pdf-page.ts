import { type Language, localeOf } from "@litfass/contract/kernel/language";
import { formatMinor, minorOfMicros } from "@litfass/contract/kernel/money";
import { type Doc, drawLetterhead, inkSecondary, left, width, write } from "@litfass/platform/pdf/pdf-page";
import type { Letterhead } from "@litfass/platform/settings/letterhead";
import type { Seller } from "../seller.ts";
import type { Buyer } from "./invoice.ts";

export {
  createPdf,
  type Doc,
  drawPageNumbers,
  heightOf,
  ink,
  inkCaption,
  inkSecondary,
  left,
  pageWidth,
  registerFonts,
  right,
  rule,
  type Style,
  sunken,
  width,
  write,
} from "@litfass/platform/pdf/pdf-page";

export const formatMicros = (micros: bigint): string => formatMinor(minorOfMicros(micros));

/** `2026-11` → `November 2026`. */
export const monthName = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

/** The logo and the sender. */
export function drawHead(doc: Doc, seller: Seller, letterhead: Letterhead): void {
  drawLetterhead(doc, letterhead);
  const lines = [
    `${seller.street} ${seller.houseNumber}`,
    `${seller.countryCode}-${seller.postalCode} ${seller.city}`,
    ...(seller.vatNumber ? [seller.vatNumber] : []),
    ...(seller.register ? [seller.register] : []),
  ];
  write(doc, seller.name, left, 46, { font: "strong", size: 9 }, { width, align: "right" });
  write(doc, lines.join("\n"), left, 59, { size: 9, color: inkSecondary }, { width, align: "right" });
}

/** The address at the envelope's window. Names that do not fit are cut. */
export function drawAddress(doc: Doc, buyer: Buyer): void {
  const place = `${buyer.countryCode === "CH" || buyer.countryCode === "" ? "" : `${buyer.countryCode}-`}${buyer.postalCode} ${buyer.city}`;
  const line = { width: 280, ellipsis: true };
  const size = 10.5;
  let y = write(doc, buyer.company || buyer.name, left, 132, { font: "strong", size }, { ...line, height: 30 });
  for (const text of [buyer.company ? buyer.name : "", `${buyer.street} ${buyer.houseNumber}`, place]) {
    if (text.trim()) y = write(doc, text.trim(), left, y, { size }, { ...line, height: 14 });
  }
}
