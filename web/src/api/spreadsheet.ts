import { type SpreadsheetCell, spreadsheetFiles, spreadsheetType } from "@litfass/contract/kernel/spreadsheet";
import { strToU8, zipSync } from "fflate";

/** Rows as a spreadsheet (.xlsx) with one sheet; the first row holds the headers. Meant for the few rows of a panel. */
export function spreadsheetOf(name: string, rows: readonly (readonly SpreadsheetCell[])[]): Blob {
  const [header = [], ...others] = rows;
  const files = Object.entries(spreadsheetFiles(name, header.map(String), others));
  const archive = zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])));
  return new Blob([archive as Uint8Array<ArrayBuffer>], { type: spreadsheetType });
}
