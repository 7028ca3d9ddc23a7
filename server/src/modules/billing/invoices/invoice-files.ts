import { crc32 } from "node:zlib";
import type { Platform } from "@litfass/platform/platform";
import type { InvoiceRow } from "../tables.ts";
import { drawInvoice } from "./invoice-pdf.ts";

/** The PDF of an invoice: drawn once, then kept, so that a customer always gets the same file. */
export async function invoiceFile(platform: Platform, invoice: InvoiceRow): Promise<Buffer> {
  const key = `invoices/${invoice.year}/${invoice.number}.pdf`;
  const kept = await platform.files.get(key);
  if (kept) return kept.body;
  const body = await drawInvoice(invoice);
  await platform.files.put(key, body, "application/pdf");
  return body;
}

export type ZipEntry = { name: string; body: Buffer; at: Date };

/** A ZIP of files as they are: PDFs are compressed already. Names are ASCII. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, body, at } of entries) {
    const nameBytes = Buffer.from(name, "ascii");
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(dosTime(at), 6);
    shared.writeUInt16LE(dosDate(at), 8);
    shared.writeUInt32LE(crc32(body), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(body.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), shared, place, nameBytes);
    const file = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), shared, nameBytes, body]);
    files.push(file);
    offset += file.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, directoryBytes, end]);
}

const dosTime = (at: Date): number => (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
const dosDate = (at: Date): number =>
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
