import { isQrIban, isSepaIban } from "@litfass/contract/kernel/iban";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { encode } from "uqr";
import type { InvoiceRow } from "../tables.ts";
import { bankText } from "./bank-text.ts";
import type { Doc } from "./pdf-page.ts";
import { paymentReference } from "./qr-bill.ts";

/** EPC069-12, section 3: the largest symbol, which holds 331 bytes at error correction level M. */
const maxVersion = 13;
const maxMinor = 99_999_999_999;
/** White modules around the symbol (ISO/IEC 18004). */
const quietZone = 4;

/**
 * Whether an invoice in euros can be paid by an EPC QR code. Transfers to a QR-IBAN need a QR reference, which the code
 * cannot carry.
 */
export const hasEpcCode = ({ currency, seller, grossMicros }: InvoiceRow): boolean => {
  const minor = minorOfMicros(grossMicros);
  return currency === "EUR" && isSepaIban(seller.iban) && !isQrIban(seller.iban) && minor > 0 && minor <= maxMinor;
};

/**
 * The payload of an EPC QR code, "SEPA credit transfer" (EPC069-12, version 002, UTF-8): a data element per line, with
 * the creditor reference (ISO 11649) as structured remittance information. The elements after it are empty and left out.
 */
export function epcPayload({ seller, year, sequence, grossMicros }: InvoiceRow): string {
  const minor = minorOfMicros(grossMicros);
  const amount = `EUR${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, "0")}`;
  const noPurpose = "";
  return [
    "BCD",
    "002",
    "1",
    "SCT",
    seller.bic ?? "",
    bankText(seller.name, 70),
    seller.iban,
    amount,
    noPurpose,
    paymentReference(seller.iban, year, sequence),
  ].join("\n");
}

type Box = { x: number; y: number; side: number };

/** Draws the code with its quiet zone into a white square, in points. */
export function drawEpcCode(doc: Doc, invoice: InvoiceRow, { x, y, side }: Box): void {
  const { data, size } = encode(epcPayload(invoice), { ecc: "M", border: 0, maxVersion });
  const module = side / (size + 2 * quietZone);
  doc.rect(x, y, side, side).fill("#FFFFFF");
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(x + (column + quietZone) * module, y + (row + quietZone) * module, module, module);
    }
  }
  doc.fill("#000000");
}
