import {
  type Doc,
  drawArtifact,
  inkCaption,
  inkSecondary,
  left,
  sunken,
  width,
  widthOf,
} from "@litfass/platform/pdf/pdf-page";
import { type Flow, paragraph, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { tilesOf } from "./printed-figures.ts";
import type { PrintedReport } from "./printed-report.ts";

const gap = 8;
const height = 74;
const padding = 11;
const maxValueSize = 17;

/** The key figures of the period, up to five in a row. */
export function drawTiles(flow: Flow, report: PrintedReport): void {
  const { doc } = flow;
  const tiles = tilesOf(report);
  // Full rows, if a number of columns leaves none over.
  const columns = [4, 3, 5].find((each) => tiles.length % each === 0) ?? 4;
  const tileWidth = (width - (columns - 1) * gap) / columns;
  for (const [at, { label, value, detail }] of tiles.entries()) {
    const column = at % columns;
    if (column === 0) {
      if (at > 0) flow.y += height + gap;
      reserve(flow, height);
    }
    const x = left + column * (tileWidth + gap);
    drawArtifact(doc, () => void doc.roundedRect(x, flow.y, tileWidth, height, 5).fill(sunken));
    const inner = { width: tileWidth - 2 * padding, ellipsis: true };
    const start = x + padding;
    paragraph(flow, label, start, flow.y + 10, { size: 8, color: inkCaption }, { ...inner, height: 12 });
    const size = sizeOfValue(doc, value, inner.width);
    paragraph(flow, value, start, flow.y + 22 + (maxValueSize - size) / 2, { font: "display", size });
    const small = { ...inner, height: 24, lineGap: 1 };
    paragraph(flow, detail, start, flow.y + 46, { size: 7.5, color: inkSecondary }, small);
  }
  flow.y += height;
}

/** Long figures are smaller, never cut. */
const sizeOfValue = (doc: Doc, value: string, available: number): number => {
  const needed = widthOf(doc, value, { font: "display", size: maxValueSize });
  return needed <= available ? maxValueSize : (maxValueSize * available) / needed;
};
