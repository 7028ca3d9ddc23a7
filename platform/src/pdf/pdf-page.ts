import { type Language, localeOf } from "@litfass/contract/kernel/language";
import PDFDocument from "pdfkit";
import type { Letterhead } from "../settings/letterhead.ts";
import { fontOfDocument, type InterWeight, parsedInter } from "./inter-font.ts";
import { printableText } from "./printable-text.ts";

const weights: Record<"text" | "strong" | "display", InterWeight> = {
  text: "400Regular",
  strong: "600SemiBold",
  display: "700Bold",
};

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
 * Amounts use tabular figures, so that columns align. Text with digits has kerning disabled, because it swallows the
 * dots of dates.
 */
function featuresOf(text: string): PDFKit.Mixins.OpenTypeFeatures[] | undefined {
  if (/^[-\d.' ]+$/.test(text)) return ["tnum"];
  // The library forwards this option, which its types lack.
  return /\d/.test(text) ? ({ kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[]) : undefined;
}

function settings(text: string, options: PDFKit.Mixins.TextOptions): PDFKit.Mixins.TextOptions {
  const features = featuresOf(text);
  return { lineGap: 2.5, ...(features && { features }), ...options };
}
const styled = (doc: Doc, style: Style): Doc =>
  doc
    .font(style.font ?? "text")
    .fontSize(style.size ?? 9.5)
    .fillColor(style.color ?? ink);

/** Draws a text. @returns the top of the space below it. */
export function write(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  style: Style = {},
  options: PDFKit.Mixins.TextOptions = {},
): number {
  const printed = printableText(text);
  return styled(doc, style).text(printed, x, y, settings(printed, options)).y;
}

/** The height a text will take. */
export function heightOf(doc: Doc, text: string, style: Style, options: PDFKit.Mixins.TextOptions): number {
  const printed = printableText(text);
  return styled(doc, style).heightOfString(printed, settings(printed, options));
}

/** The width a text will take on one line. */
export function widthOf(doc: Doc, text: string, style: Style): number {
  const printed = printableText(text);
  return styled(doc, style).widthOfString(printed, settings(printed, {}));
}

export const rule = (doc: Doc, y: number, color = hairline, thickness = 0.75): void =>
  void doc.moveTo(left, y).lineTo(right, y).lineWidth(thickness).strokeColor(color).stroke();

/** Registers the fonts with the document. */
export function registerFonts(doc: Doc): void {
  // The library takes parsed fonts, too, which its types lack.
  for (const [name, weight] of Object.entries(weights))
    doc.registerFont(name, fontOfDocument(parsedInter(weight)) as unknown as Buffer);
}

type PdfInfo = {
  language: Language;
  title: string;
  author: string;
  at: Date;
  /** Its contents are tagged for screen readers, see `tagged-pdf.ts`. */
  tagged?: boolean;
};

/** A PDF of A4 pages, which `draw` fills; pages are buffered, so that their numbers can be drawn last. */
export function createPdf(
  { language, title, author, at, tagged = false }: PdfInfo,
  draw: (doc: Doc) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    lang: localeOf(language),
    displayTitle: true,
    ...(tagged ? { tagged, pdfVersion: "1.7" as const } : {}),
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on("data", (chunk: Buffer) => chunks.push(chunk));
    doc.on("end", () => resolve(Buffer.concat(chunks))).on("error", reject);
    registerFonts(doc);
    draw(doc);
    doc.end();
  });
}

/** Draws what screen readers skip: lines, backgrounds, and what each page repeats. */
export function drawArtifact(doc: Doc, draw: () => void): void {
  doc.markContent("Artifact");
  draw();
  doc.endMarkedContent();
}

/** Draws a line with the document's title and the page number at the bottom of each page. */
export function drawPageNumbers(doc: Doc, title: string, textOf: (page: number, pages: number) => string): void {
  const { count } = doc.bufferedPageRange();
  const style: Style = { size: 8, color: inkCaption };
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    drawArtifact(doc, () => {
      rule(doc, 794);
      write(doc, title, left, 802, style, { width: 300, height: 10, ellipsis: true });
      write(doc, textOf(page + 1, count), left, 802, style, { width, align: "right" });
    });
  }
}

/** The operator's logo at the top of the page, or its mark and name. */
export function drawLetterhead(doc: Doc, { name, logo }: Letterhead): void {
  // A copy, because a worker thread receives the bytes as a plain array.
  if (logo !== null) doc.image(Buffer.from(logo), left, 44, { fit: [200, 38], valign: "center" });
  else {
    drawMark(doc, left - 7, 44, 38);
    write(doc, name, left + 33, 52, { font: "display", size: 19 }, { width: 230, height: 24, ellipsis: true });
  }
}

/** A shape of the logo: an SVG path on a 32 by 32 grid, and its color. */
const markShapes: [path: string, color: string][] = [
  ["M16 1a1.6 1.6 0 1 0 0 3.2a1.6 1.6 0 1 0 0 -3.2z", "#121B26"],
  ["M8.6 9C9.6 5.9 12.5 4 16 4s6.4 1.9 7.4 5z", "#121B26"],
  ["M6.8 9h18.4a.8 .8 0 0 1 .8 .8v1.4a.8 .8 0 0 1 -.8 .8H6.8a.8 .8 0 0 1 -.8 -.8V9.8a.8 .8 0 0 1 .8 -.8z", "#121B26"],
  [
    "M6.8 27.5h18.4a.8 .8 0 0 1 .8 .8v1.9a.8 .8 0 0 1 -.8 .8H6.8a.8 .8 0 0 1 -.8 -.8v-1.9a.8 .8 0 0 1 .8 -.8z",
    "#121B26",
  ],
  ["M8 12h16v15.5H8z", "#338CF5"],
  ["M9.6 14h7.4v10H9.6z", "#FFFFFF"],
  ["M18.4 13.4h4v5.2h-4z", "#FFC94A"],
  ["M18.4 20h4v6h-4z", "#0C1219"],
  ["M11 16.6h4.6v1.4H11zM11 19.2h3.2v1.4H11z", "#0C1219"],
];

/** Draws the logo with its upper left corner at (x, y), `size` points wide and high. */
function drawMark(doc: Doc, x: number, y: number, size: number): void {
  doc.save();
  doc.translate(x, y).scale(size / 32);
  for (const [path, color] of markShapes) doc.path(path).fill(color);
  doc.restore();
}
