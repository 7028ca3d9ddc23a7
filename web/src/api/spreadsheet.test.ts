import { crc32, inflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { spreadsheetOf } from "./spreadsheet.ts";

/** The unpacked files of an archive by name, read via its central directory. */
function unpacked(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const nameLength = zip.readUInt16LE(at + 28);
    const offset = zip.readUInt32LE(at + 42);
    const start = offset + 30 + zip.readUInt16LE(offset + 26);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const bytes = inflateRawSync(packed);
    expect([zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]).toEqual([crc32(bytes), bytes.length]);
    files.set(zip.toString("utf8", at + 46, at + 46 + nameLength), bytes.toString());
    at += 46 + nameLength;
  }
  return files;
}

test("writes rows as a worksheet: numbers as numbers, texts as texts, including formula-like ones", async () => {
  const rows = [
    ["Grund", "Einblendungen"],
    ["=1+1 & <Zürich>", -3],
    ["Netto", 97],
  ];
  const zip = Buffer.from(await spreadsheetOf("Ungültig: alle/keine", rows).arrayBuffer());
  const files = unpacked(zip);
  expect(files.get("xl/workbook.xml")).toContain('<sheet name="Ungültig  alle keine"');
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  expect(sheet).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">=1+1 &amp; &lt;Zürich&gt;</t></is></c>');
  expect(sheet).toContain('<c r="B2"><v>-3</v></c>');
  expect(sheet).toContain('<c r="B3"><v>97</v></c>');
});
