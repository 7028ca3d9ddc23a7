/** A shape of the mark: an SVG path on its 32 by 32 field, and its colour. */
const shapes: [path: string, color: string][] = [
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

/** Draws the mark with its upper left corner at (x, y), `size` points wide and high. */
export function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  doc.save();
  doc.translate(x, y).scale(size / 32);
  for (const [path, color] of shapes) doc.path(path).fill(color);
  doc.restore();
}
