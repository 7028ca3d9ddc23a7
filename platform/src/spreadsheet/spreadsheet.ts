import { type SpreadsheetCell, spreadsheetFiles } from "@litfass/contract/kernel/spreadsheet";
import { strToU8, zipSync } from "fflate";

export { spreadsheetType } from "@litfass/contract/kernel/spreadsheet";

export type Cell = SpreadsheetCell;

/** Fast compression, because it blocks the process; a fixed date, so that equal content gives equal bytes. */
const zipOptions = { level: 3, mtime: new Date(1980, 0, 1) } as const;

/** A spreadsheet (.xlsx) with one sheet: a header row and the rows. Texts that look like formulas stay texts. */
export function createSpreadsheet(sheetName: string, header: string[], rows: Cell[][]): Buffer {
  const files = Object.entries(spreadsheetFiles(sheetName, header, rows)).map(([name, text]) => [name, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files), zipOptions).buffer);
}
