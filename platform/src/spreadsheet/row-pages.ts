import { setImmediate as nextTurn } from "node:timers/promises";

const rowsPerPage = 500;

/** Rows in pages. Between two pages other requests get their turn, also where the rows are in memory already. */
export async function* rowPages<Row, Cells>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  cellsOf: (row: Row) => Cells,
): AsyncGenerator<Cells[]> {
  let page: Cells[] = [];
  for await (const row of rows) {
    page.push(cellsOf(row));
    if (page.length < rowsPerPage) continue;
    yield page;
    page = [];
    await nextTurn();
  }
  if (page.length > 0) yield page;
}
