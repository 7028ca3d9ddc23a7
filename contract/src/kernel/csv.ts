/** `figure` is a number with all its digits, such as `12.50`. */
export type CsvCell = string | number | null | { figure: string };

/**
 * Rows as CSV (RFC 4180) with a byte order mark, so that spreadsheets detect UTF-8. Every text is quoted, because
 * spreadsheets split at commas or semicolons depending on the region; a text that could be a formula, as a whole or
 * after such a split, gets an apostrophe. Numbers stay numbers. Own code, because CSV libraries escape formulas only
 * at the start of a cell; the rest is one line.
 */
export const csvOf = (rows: readonly (readonly CsvCell[])[], separator: "," | ";" = ","): string =>
  `\uFEFF${csvLines(rows, separator)}`;

/** The same without the mark: further rows of a file that is written in parts. */
export const csvLines = (rows: readonly (readonly CsvCell[])[], separator: "," | ";" = ","): string =>
  rows.map((cells) => `${cells.map(csvCell).join(separator)}\r\n`).join("");

function csvCell(cell: CsvCell): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object") return cell.figure;
  return `"${cell.replace(/(^|[;,\t\r\n])(?=[=+\-@\t\r])/g, "$1'").replaceAll('"', '""')}"`;
}
