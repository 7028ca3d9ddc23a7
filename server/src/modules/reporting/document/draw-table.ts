import {
  type Doc,
  drawArtifact,
  hairline,
  heightOf,
  ink,
  inkCaption,
  left,
  width as pageColumn,
  type Style,
  write,
} from "@litfass/platform/pdf/pdf-page";
import { element, type Flow, group, reserve } from "@litfass/platform/pdf/tagged-pdf";
import { colors } from "./draw-columns.ts";

export type TableColumn<Row> = {
  header: string;
  width: number;
  align?: "right";
  cell?: (row: Row) => string;
  /** A bar instead of a text: a share from 0 to 1. */
  bar?: (row: Row) => number;
};

type Table<Row> = {
  /** Named to screen readers. */
  caption: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  /** The table's place; by default the full width. */
  x?: number;
  width?: number;
};

const headStyle: Style = { size: 7.5, color: inkCaption };
const cellStyle: Style = { size: 8.5 };
const headHeight = 19;
const rowPadding = 8;
const cellGap = 8;
/** Longer names are cut after three lines. */
const maxTextHeight = 36;
const maxHeadTextHeight = 12;

/** A table on as many pages as it needs; its heading row is repeated on each. */
export function drawTable<Row>(flow: Flow, table: Table<Row>): void {
  const { columns, rows, x = left, width = pageColumn } = table;
  const { doc } = flow;
  const drawHead = (): void => {
    drawCells(flow, table, (column) => column.header, headStyle, "TH");
    flow.y += headHeight - 5;
    drawLine(doc, x, flow.y, width, ink);
  };
  group(flow, "Table", () => {
    group(flow, "TR", drawHead);
    for (const [at, row] of rows.entries()) {
      const height = heightOfRow(doc, columns, row);
      // What is repeated for the eye is no further row for a screen reader.
      if (reserve(flow, unbrokenHeight(doc, table, at))) drawArtifact(doc, () => drawRepeatedHead(flow, table));
      group(flow, "TR", () => drawCells(flow, table, (column) => column.cell?.(row) ?? "", cellStyle, "TD", row));
      flow.y += height;
      drawLine(doc, x, flow.y, width, hairline);
    }
  });
}

/** What the table takes if it fits on one page. */
export const heightOfTable = <Row>(doc: Doc, { columns, rows }: Pick<Table<Row>, "columns" | "rows">): number =>
  rows.reduce((sum, row) => sum + heightOfRow(doc, columns, row), headHeight);

/** What stays on one page at a table's start: its head and the first rows. */
export const startOfTable = <Row>(doc: Doc, table: Pick<Table<Row>, "columns" | "rows">): number =>
  headHeight + unbrokenHeight(doc, table, 0);

/** A row with what follows on the same page: the last row is never alone on one. */
function unbrokenHeight<Row>(doc: Doc, { columns, rows }: Pick<Table<Row>, "columns" | "rows">, at: number): number {
  const rowAt = (index: number): number => {
    const row = rows[index];
    return row === undefined ? 0 : heightOfRow(doc, columns, row);
  };
  return at === rows.length - 2 ? rowAt(at) + rowAt(at + 1) : rowAt(at);
}

function heightOfRow<Row>(doc: Doc, columns: TableColumn<Row>[], row: Row): number {
  const heights = columns.map(({ cell, width }) =>
    cell ? heightOf(doc, cell(row), cellStyle, { width: width - cellGap, lineGap: 1 }) : 0,
  );
  return Math.min(maxTextHeight, Math.max(...heights)) + rowPadding;
}

function drawRepeatedHead<Row>(flow: Flow, { columns, x = left, width = pageColumn }: Table<Row>): void {
  const { doc } = flow;
  let at = x;
  for (const { header, width: own, align } of columns) {
    write(doc, header, at, flow.y, headStyle, { width: own - (align ? 0 : cellGap), align: align ?? "left" });
    at += own;
  }
  flow.y += headHeight - 5;
  doc
    .moveTo(x, flow.y)
    .lineTo(x + width, flow.y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke();
}

function drawCells<Row>(
  flow: Flow,
  { columns, x = left }: Table<Row>,
  textOf: (column: TableColumn<Row>) => string,
  style: Style,
  type: "TH" | "TD",
  row?: Row,
): void {
  const { doc } = flow;
  let at = x;
  for (const [index, column] of columns.entries()) {
    const { width, align, bar } = column;
    const isHead = type === "TH" || index === 0;
    const top = flow.y + (type === "TH" ? 0 : rowPadding / 2);
    const fits = {
      width: width - (align ? 0 : cellGap),
      align: align ?? ("left" as const),
      height: type === "TH" ? maxHeadTextHeight : maxTextHeight,
      ellipsis: true,
      lineGap: 1,
    };
    const scope = type === "TH" ? ("Column" as const) : ("Row" as const);
    const start = at;
    if (bar && row !== undefined) drawBar(doc, start, top + 1.5, width - cellGap, bar(row));
    else {
      const cell = (): void => void write(doc, textOf(column), start, top, style, fits);
      element(flow, isHead ? "TH" : "TD", cell, isHead ? { scope } : {});
    }
    at += width;
  }
}

const drawBar = (doc: Doc, x: number, y: number, width: number, share: number): void =>
  drawArtifact(doc, () => {
    if (share > 0) doc.rect(x, y, Math.max(1, width * Math.min(1, share)), 7.5).fill(colors.main);
  });

const drawLine = (doc: Doc, x: number, y: number, width: number, color: string): void =>
  drawArtifact(
    doc,
    () =>
      void doc
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke(),
  );
