import type { Payee } from "@litfass/contract/publishers/publisher-statements";
import type { FileAnswer } from "@litfass/platform/http/file-answer";
import type { Platform } from "@litfass/platform/platform";
import { letterheadOf } from "@litfass/platform/settings/letterhead";
import { renderInWorker } from "@litfass/platform/worker/render-in-worker";
import type { Buyer } from "../invoices/invoice.ts";
import { t } from "../texts.ts";
import type { PrintedCreditNote } from "./credit-note-pdf.ts";

const drawing = new URL("./draw-credit-note-task.ts", import.meta.url);

type CreditNote = Omit<PrintedCreditNote, "letterhead" | "payee" | "iban" | "language"> & { payee: Payee };

/** A publisher's credit note, or the draft of one, as PDF. @throws 429 while too many documents are being rendered */
export async function printCreditNote(platform: Platform, { payee, ...note }: CreditNote): Promise<FileAnswer> {
  const { language, iban } = payee;
  const printed: PrintedCreditNote = {
    ...note,
    language,
    iban,
    payee: buyerOfPayee(payee),
    letterhead: await letterheadOf(platform),
  };
  const body = await renderInWorker(platform.workers, drawing, printed);
  const name = note.number ?? `${t(language, "credit_note.file")}-${note.month}`;
  return { body, contentType: "application/pdf", filename: `${name}.pdf` };
}

const buyerOfPayee = (payee: Payee): Buyer => ({
  uid: "",
  company: payee.company,
  name: "",
  street: payee.street,
  houseNumber: payee.house_number,
  postalCode: payee.postal_code,
  city: payee.city,
  countryCode: payee.country_code,
  vatNumber: payee.vat_number,
  email: null,
});
