import { formatMinor, minorOfMicros } from "@litfass/contract/money";
import type { Seller } from "../platform/seller.ts";
import { interFont } from "./inter-font.ts";
import type { Buyer } from "./invoice.ts";
import { drawMark } from "./pdf-mark.ts";

let fonts: Record<"text" | "strong" | "display", Buffer> | null = null;

export const ink = "#121B26";
export const inkSecondary = "#4B5866";
export const inkCaption = "#5D6976";
export const hairline = "#E0E0DA";
export const sunken = "#F5F5F2";

export const pageWidth = 595.28;
export const left = 56;
export const right = pageWidth - left;
export const width = right - left;

export type Doc = PDFKit.PDFDocument;
export type Style = { font?: "text" | "strong" | "display"; size?: number; color?: string };

/**
 * Writes one line or block at a place; the cursor of the document is not used. Figures are tabular everywhere: kerned ones
 * swallow the dots of a date.
 */
export function write(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  style: Style = {},
  options: PDFKit.Mixins.TextOptions = {},
) {
  doc
    .font(style.font ?? "text")
    .fontSize(style.size ?? 9.5)
    .fillColor(style.color ?? ink)
    .text(text, x, y, { lineGap: 2.5, features: ["tnum"], ...options });
}

export const rule = (doc: Doc, y: number, color = hairline, thickness = 0.75): void =>
  void doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();

/** Gives the document its fonts; read from disk once. */
export function registerFonts(doc: Doc): void {
  fonts ??= { text: interFont("400Regular"), strong: interFont("600SemiBold"), display: interFont("700Bold") };
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font);
}

export const formatMicros = (micros: bigint): string => formatMinor(minorOfMicros(micros));

/** The mark and who sends the paper. */
export function drawHead(doc: Doc, seller: Seller): void {
  drawMark(doc, left - 7, 44, 38);
  write(doc, "Litfass", left + 33, 52, { font: "display", size: 19 });
  const lines = [
    `${seller.street} ${seller.houseNumber}`,
    `${seller.countryCode}-${seller.postalCode} ${seller.city}`,
    seller.vatNumber,
  ];
  write(doc, seller.name, left, 46, { font: "strong", size: 9 }, { width, align: "right" });
  write(doc, lines.join("\n"), left, 59, { size: 9, color: inkSecondary }, { width, align: "right" });
}

/** Where the window of the envelope is. */
export function drawAddress(doc: Doc, buyer: Buyer): void {
  const lines = [
    buyer.company ? buyer.name : "",
    `${buyer.street} ${buyer.houseNumber}`.trim(),
    `${buyer.countryCode === "CH" || buyer.countryCode === "" ? "" : `${buyer.countryCode}-`}${buyer.postalCode} ${buyer.city}`.trim(),
  ];
  write(doc, buyer.company || buyer.name, left, 132, { font: "strong", size: 10.5 }, { width: 280 });
  write(doc, lines.filter(Boolean).join("\n"), left, 148, { size: 10.5 }, { width: 280 });
}
