import { type Doc, type Style, write } from "./pdf-page.ts";

type Element = PDFKit.PDFStructureElement;
/** What drawing of a tagged document shares: the place of the next text, and the element that it belongs to. */
export type Flow = { doc: Doc; parent: Element; y: number };
type ElementOptions = PDFKit.Mixins.StructureElementOptions & { scope?: "Column" | "Row" };

/** The lowest point of contents on a page, and the highest one on all but the first. */
const bottom = 776;
const topOfNext = 56;

/** Fills a document whose contents screen readers can follow. Only text within elements is read. */
export function drawTagged(doc: Doc, draw: (flow: Flow) => void): void {
  const root = doc.struct("Document");
  doc.addStructure(root);
  draw({ doc, parent: root, y: topOfNext });
  root.end();
}

/** An element such as `P`, `H2` or `TD` with what `draw` draws. */
export function element({ doc, parent }: Flow, type: string, draw: () => void, options: ElementOptions = {}): void {
  parent.add(doc.struct(type, options, [draw]));
}

/** A paragraph at a place. @returns the top of the space below it */
export function paragraph(
  flow: Flow,
  text: string,
  x: number,
  y: number,
  style: Style = {},
  options: PDFKit.Mixins.TextOptions = {},
): number {
  let below = y;
  element(flow, "P", () => {
    below = write(flow.doc, text, x, y, style, options);
  });
  return below;
}

/** An element such as `Table` or `TR` that holds the elements which `draw` adds. */
export function group(flow: Flow, type: string, draw: () => void): void {
  const { parent } = flow;
  const own = flow.doc.struct(type);
  parent.add(own);
  flow.parent = own;
  draw();
  own.end();
  flow.parent = parent;
}

/** Continues on the next page unless `height` fits on this one. @returns whether it does continue there */
export function reserve(flow: Flow, height: number): boolean {
  if (flow.y + height <= bottom) return false;
  flow.doc.addPage();
  flow.y = topOfNext;
  return true;
}
