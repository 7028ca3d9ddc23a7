export type CsvCell = string | number;

/** Rows as CSV (RFC 4180) with a byte order mark, by which spreadsheets know that it is UTF-8. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;

/** A text that a spreadsheet would take for a formula gets an apostrophe before it. */
function csvCell(cell: CsvCell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
