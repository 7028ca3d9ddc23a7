export type SpreadsheetCell = string | number | null;

/**
 * The files inside a spreadsheet (.xlsx, ECMA-376) with one sheet: a header row and the rows; the caller packs them
 * as ZIP. Texts are inline strings and never formulas, whatever they start with. Own XML, because write-excel-file
 * looks texts up in a plain object and so breaks cells like "constructor", and exceljs is no longer maintained.
 */
export const spreadsheetFiles = (
  sheetName: string,
  header: readonly string[],
  rows: readonly (readonly SpreadsheetCell[])[],
): Record<string, string> => ({
  ...workbookFiles(sheetName),
  [sheetFile]: `${sheetStart}${sheetRows([header, ...rows], 0)}${sheetEnd}`,
});

/** All files except the sheet, which may be written in parts: start, rows, end. */
export const workbookFiles = (sheetName: string): Record<string, string> => ({
  "[Content_Types].xml": contentTypes,
  "_rels/.rels": relations([["rId1", `${office}/officeDocument`, "xl/workbook.xml"]]),
  "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": relations([["rId1", `${office}/worksheet`, "worksheets/sheet1.xml"]]),
});

/** Rows of the sheet; `first` is the index of the first of them, 0 for the header. */
export const sheetRows = (rows: readonly (readonly SpreadsheetCell[])[], first: number): string =>
  rows
    .map((cells, at) => {
      const row = first + at;
      return `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, column, row)).join("")}</row>`;
    })
    .join("");

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const sheetFile = "xl/worksheets/sheet1.xml";
export const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetData>`;
export const sheetEnd = "</sheetData></worksheet>";

export const spreadsheetType = `${sheetType}.sheet`;

const contentTypes = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`;

const relations = (entries: [string, string, string][]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** Sheet names have at most 31 characters and none of these. */
const sheetNameOf = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const isAllowed = (code: number): boolean => code >= 32 || code === 9 || code === 10 || code === 13;

/** XML 1.0 allows no control characters except tab and line ends. */
const escapeXml = (text: string): string =>
  [...text]
    .filter((character) => isAllowed(character.codePointAt(0) ?? 0))
    .join("")
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

function cellXml(cell: SpreadsheetCell, column: number, row: number): string {
  if (cell === null || cell === "") return "";
  const name = `${columnName(column)}${row + 1}`;
  if (typeof cell === "number") return `<c r="${name}"><v>${cell}</v></c>`;
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);
