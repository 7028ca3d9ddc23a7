import {
  type SpreadsheetCell,
  sheetEnd,
  sheetFile,
  sheetRows,
  sheetStart,
  workbookFiles,
} from "@litfass/contract/kernel/spreadsheet";
import { strToU8, Zip, ZipDeflate } from "fflate";

/** The rows as JSON, in pages. */
export type SpreadsheetInput = { sheet: string; header: string[]; pages: string[] };

/** A fixed date, so that equal content gives equal bytes. */
const madeAt = new Date(1980, 0, 1);
const level = 3;

/** Runs in a worker thread: writes page by page, so that a long sheet is never in memory as text. */
export default function writeSpreadsheet({ sheet, header, pages }: SpreadsheetInput): Uint8Array {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const open = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level });
    file.mtime = madeAt;
    zip.add(file);
    return file;
  };
  for (const [name, text] of Object.entries(workbookFiles(sheet))) open(name).push(strToU8(text), true);
  const file = open(sheetFile);
  file.push(strToU8(sheetStart + sheetRows([header], 0)));
  let row = 1;
  for (const page of pages) {
    const rows = JSON.parse(page) as SpreadsheetCell[][];
    file.push(strToU8(sheetRows(rows, row)));
    row += rows.length;
  }
  file.push(strToU8(sheetEnd), true);
  zip.end();
  return Buffer.concat(chunks);
}
