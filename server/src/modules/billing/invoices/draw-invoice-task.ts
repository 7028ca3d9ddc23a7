import type { Letterhead } from "@litfass/platform/settings/letterhead";
import type { InvoiceRow } from "../tables.ts";
import { drawInvoice } from "./invoice-pdf.ts";

export type InvoiceInput = { invoice: InvoiceRow; letterhead: Letterhead };

/** Runs in a worker thread. */
export default ({ invoice, letterhead }: InvoiceInput): Promise<Uint8Array> => drawInvoice(invoice, letterhead);
