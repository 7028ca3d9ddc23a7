export type SpreadsheetCell = string | number | null;

/**
 * The files in a spreadsheet (.xlsx) with one sheet: a header row and the rows. Texts stay texts, also those that look like
 * formulas.
 */
export function spreadsheetFiles(
  sheetName: string,
  header: readonly string[],
  rows: readonly (readonly SpreadsheetCell[])[],
): Record<string, string> {
  const lines = [header, ...rows].map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, column, row)).join("")}</row>`,
  );
  return {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations([["rId1", `${office}/officeDocument`, "xl/workbook.xml"]]),
    "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetNameOf(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([["rId1", `${office}/worksheet`, "worksheets/sheet1.xml"]]),
    "xl/worksheets/sheet1.xml": `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`,
  };
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const spreadsheetType = `${sheetType}.sheet`;

const contentTypes = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`;

const relations = (entries: [string, string, string][]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

/** Names of sheets have at most 31 signs, and none of these. */
const sheetNameOf = (name: string): string => name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31);

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const isPlain = (code: number): boolean => code >= 32 || code === 9 || code === 10 || code === 13;

/** XML knows no control characters but tab and line ends. */
const escapeXml = (text: string): string =>
  [...text]
    .filter((sign) => isPlain(sign.codePointAt(0) ?? 0))
    .join("")
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

function cellXml(cell: SpreadsheetCell, column: number, row: number): string {
  if (cell === null || cell === "") return "";
  const name = `${columnName(column)}${row + 1}`;
  if (typeof cell === "number") return `<c r="${name}"><v>${cell}</v></c>`;
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** A file of an archive: its length and CRC-32 as it is, and its bytes packed by "deflate" (RFC 1951). */
export type PackedFile = { name: string; length: number; crc: number; packed: Uint8Array };

const deflated = 8;
const utf8Names = 0x0800;
/** The format's first day, so that equal content gives equal bytes. */
const firstDay = 0x0021;

/** A ZIP archive of packed files. */
export function zipArchive(files: readonly PackedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, length, crc, packed } of files) {
    const path = new TextEncoder().encode(name);
    const fields = [
      [20, 2],
      [utf8Names, 2],
      [deflated, 2],
      [0, 2],
      [firstDay, 2],
      [crc, 4],
      [packed.length, 4],
      [length, 4],
      [path.length, 2],
      [0, 2],
    ] as const;
    parts.push(numbers([0x04034b50, 4], ...fields), path, packed);
    directory.push(numbers([0x02014b50, 4], [20, 2], ...fields, [0, 4], [0, 4], [0, 2], [offset, 4]), path);
    offset += 30 + path.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = [files.length, 2] as const;
  const end = numbers([0x06054b50, 4], [0, 4], count, count, [size, 4], [offset, 4], [0, 2]);
  return joined([...parts, ...directory, end]);
}

/** Numbers with their lengths in bytes, the lowest byte first. */
function numbers(...fields: (readonly [number, number])[]): Uint8Array {
  const bytes = fields.flatMap(([value, length]) => Array.from({ length }, (_, at) => (value >>> (8 * at)) & 0xff));
  return Uint8Array.from(bytes);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
