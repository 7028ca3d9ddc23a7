import { crc32, deflateRawSync } from "node:zlib";
import { type SpreadsheetCell, spreadsheetFiles, zipArchive } from "@litfass/contract/kernel/spreadsheet";

export { spreadsheetType } from "@litfass/contract/kernel/spreadsheet";

export type Cell = SpreadsheetCell;

/** A spreadsheet (.xlsx) with one sheet: a header row and the rows. Texts stay texts, also those that look like formulas. */
export function createSpreadsheet(sheetName: string, header: string[], rows: Cell[][]): Buffer {
  const files = Object.entries(spreadsheetFiles(sheetName, header, rows)).map(([name, text]) => {
    const body = Buffer.from(text);
    return { name, length: body.length, crc: crc32(body), packed: deflateRawSync(body) };
  });
  return Buffer.from(zipArchive(files).buffer);
}
