import type { SpreadsheetCell } from "@litfass/contract/kernel/spreadsheet";
import { renderInWorker } from "../worker/render-in-worker.ts";
import type { WorkerQueue } from "../worker/worker-pool.ts";
import { rowPages } from "./row-pages.ts";
import type { SpreadsheetInput } from "./spreadsheet-task.ts";

export { spreadsheetType } from "@litfass/contract/kernel/spreadsheet";

export type Cell = SpreadsheetCell;

export type Sheet<Row> = {
  name: string;
  header: string[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  cellsOf(row: Row): Cell[];
};

const task = new URL("./spreadsheet-task.ts", import.meta.url);

/**
 * A spreadsheet (.xlsx) with one sheet: a header row and the rows. Texts that look like formulas stay texts. Written
 * and compressed in a worker thread; the rows are handed over as JSON, because it is copied much faster than cells.
 * @throws 429 while too many files are rendered.
 */
export async function createSpreadsheet<Row>(
  workers: WorkerQueue,
  { name, header, rows, cellsOf }: Sheet<Row>,
): Promise<Buffer> {
  const pages: string[] = [];
  for await (const page of rowPages(rows, cellsOf)) pages.push(JSON.stringify(page));
  return renderInWorker(workers, task, { sheet: name, header, pages } satisfies SpreadsheetInput);
}
