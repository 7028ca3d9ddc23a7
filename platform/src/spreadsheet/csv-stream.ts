import { Readable } from "node:stream";
import { type CsvCell, csvLines, csvOf } from "@litfass/contract/kernel/csv";
import { rowPages } from "./row-pages.ts";

type Table<Row> = {
  header: string[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  cellsOf(row: Row): CsvCell[];
  separator?: "," | ";";
};

/** A table as CSV, written page by page while it is sent. */
export const csvStream = <Row>(table: Table<Row>): Readable => Readable.from(parts(table), { objectMode: false });

async function* parts<Row>({ header, rows, cellsOf, separator = "," }: Table<Row>): AsyncGenerator<string> {
  yield csvOf([header], separator);
  for await (const page of rowPages(rows, cellsOf)) yield csvLines(page, separator);
}
