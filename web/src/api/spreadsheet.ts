import {
  type SpreadsheetCell,
  spreadsheetFiles,
  spreadsheetType,
  zipArchive,
} from "@litfass/contract/kernel/spreadsheet";

/** Rows as a spreadsheet (.xlsx) with one worksheet; the first row holds the headers. */
export async function spreadsheetOf(name: string, rows: readonly (readonly SpreadsheetCell[])[]): Promise<Blob> {
  const [header = [], ...others] = rows;
  const files = Object.entries(spreadsheetFiles(name, header.map(String), others)).map(async ([path, text]) => {
    const bytes = new TextEncoder().encode(text);
    return { name: path, length: bytes.length, crc: crcOf(bytes), packed: await deflated(bytes) };
  });
  return new Blob([zipArchive(await Promise.all(files))], { type: spreadsheetType });
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** The CRC-32 of ZIP, computed bit by bit because the files are small. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
