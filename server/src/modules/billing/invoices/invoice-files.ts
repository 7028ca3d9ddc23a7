import type { Platform } from "@litfass/platform/platform";
import { letterheadOf } from "@litfass/platform/settings/letterhead";
import { renderInWorker } from "@litfass/platform/worker/render-in-worker";
import type { WorkerQueue } from "@litfass/platform/worker/worker-pool";
import type { InvoiceRow } from "../tables.ts";
import type { InvoiceInput } from "./draw-invoice-task.ts";

const drawing = new URL("./draw-invoice-task.ts", import.meta.url);
const zipping = new URL("./zip-files-task.ts", import.meta.url);

/**
 * The PDF of an invoice: rendered once and stored, so that a customer always gets the same file.
 * @throws 429 while too many files are rendered.
 */
export async function invoiceFile(platform: Platform, invoice: InvoiceRow): Promise<Buffer> {
  const key = `invoices/${invoice.year}/${invoice.number}.pdf`;
  const stored = await platform.files.get(key);
  if (stored) return stored.body;
  const input: InvoiceInput = { invoice, letterhead: await letterheadOf(platform) };
  const body = await renderInWorker(platform.workers, drawing, input);
  await platform.files.put(key, body, "application/pdf");
  return body;
}

export type ZipEntry = { name: string; body: Uint8Array; at: Date };

/** A ZIP of files with unique names. @throws 429 while too many files are rendered. */
export const zipOf = (workers: WorkerQueue, entries: ZipEntry[]): Promise<Buffer> =>
  renderInWorker(workers, zipping, entries);
