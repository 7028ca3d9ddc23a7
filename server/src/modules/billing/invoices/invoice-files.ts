import type { Platform } from "@litfass/platform/platform";
import { letterheadOf } from "@litfass/platform/settings/letterhead";
import { type Zippable, zipSync } from "fflate";
import type { InvoiceRow } from "../tables.ts";
import { drawInvoice } from "./invoice-pdf.ts";

/** The PDF of an invoice: rendered once and stored, so that a customer always gets the same file. */
export async function invoiceFile(platform: Platform, invoice: InvoiceRow): Promise<Buffer> {
  const key = `invoices/${invoice.year}/${invoice.number}.pdf`;
  const stored = await platform.files.get(key);
  if (stored) return stored.body;
  const body = await drawInvoice(invoice, await letterheadOf(platform));
  await platform.files.put(key, body, "application/pdf");
  return body;
}

export type ZipEntry = { name: string; body: Buffer; at: Date };

/** A ZIP without compression, because PDFs are already compressed. Names must be unique. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const archive: Zippable = {};
  for (const { name, body, at } of entries) archive[name] = [body, { level: 0, mtime: at }];
  return Buffer.from(zipSync(archive).buffer);
}
