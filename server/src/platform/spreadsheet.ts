import { crc32, deflateRawSync } from "node:zlib";

export type Cell = string | number | null;

export const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A spreadsheet (.xlsx) with one sheet: a header row and the rows. Texts stay texts, also those that look like formulas. */
export function createSpreadsheet(sheetName: string, header: string[], rows: Cell[][]): Buffer {
  const lines = [header, ...rows].map(
    (cells, row) => `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, column, row)).join("")}</row>`,
  );
  const sheet = `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join("")}</sheetData></worksheet>`;
  return zip({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations([["rId1", `${office}/officeDocument`, "xl/workbook.xml"]]),
    "xl/workbook.xml": `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escapeXml(sheetName.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([["rId1", `${office}/worksheet`, "worksheets/sheet1.xml"]]),
    "xl/worksheets/sheet1.xml": sheet,
  });
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const contentTypes = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`;

const relations = (entries: [string, string, string][]): string =>
  `${xml}<Relationships xmlns="${packages}/relationships">${entries
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join("")}</Relationships>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const isPlain = (code: number): boolean => code >= 32 || code === 9 || code === 10 || code === 13;

/** XML knows no control characters but tab and line ends. */
const escapeXml = (text: string): string =>
  [...text]
    .filter((sign) => isPlain(sign.codePointAt(0) ?? 0))
    .join("")
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

function cellXml(cell: Cell, column: number, row: number): string {
  if (cell === null || cell === "") return "";
  const name = `${columnName(column)}${row + 1}`;
  if (typeof cell === "number") return `<c r="${name}"><v>${cell}</v></c>`;
  return `<c r="${name}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

/** A ZIP archive of texts. Its entries carry the format's first day, so that equal content gives equal bytes. */
function zip(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(entries)) {
    const body = Buffer.from(text);
    const packed = deflateRawSync(body);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(0x0021, 8);
    fields.writeUInt32LE(crc32(body), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(body.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, tail, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, index, end]);
}
