import { isQrIban } from "@litfass/contract/kernel/iban";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { encode } from "uqr";
import type { InvoiceRow } from "../tables.ts";
import { bankText } from "./bank-text.ts";
import { paymentReference } from "./qr-bill.ts";

/** SEPA countries of the European Economic Area, where a transfer needs no BIC (EPC409-09). */
const economicArea = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
  " ",
);
/** The other SEPA countries (EPC409-09). */
const others = "AD AL CH GB GI MC MD ME MK RS SM VA".split(" ");

/** The longest amount that the code can have. */
const maxCents = 99_999_999_999;
const maxVersion = 13;

/**
 * The text of the code by which banking apps fill in a SEPA credit transfer (EPC069-12, version 002 in UTF-8): to the
 * seller, with the creditor reference (ISO 11649). Null for invoices in another currency, accounts outside of SEPA, and
 * QR-IBANs, which take no SEPA transfers.
 */
export function epcCode(invoice: InvoiceRow): string | null {
  const { seller, currency, year, sequence, number } = invoice;
  const bic = seller.bic ?? "";
  const country = seller.iban.slice(0, 2);
  const isReachable = economicArea.includes(country) || (others.includes(country) && bic !== "");
  const cents = minorOfMicros(invoice.grossMicros);
  if (currency !== "EUR" || !isReachable || isQrIban(seller.iban) || cents < 1 || cents > maxCents) return null;
  const name = bankText(seller.name, 70);
  const amount = `EUR${(cents / 100).toFixed(2)}`;
  const [purpose, freeText] = ["", ""];
  const reference = paymentReference(seller.iban, year, sequence);
  return ["BCD", "002", "1", "SCT", bic, name, seller.iban, amount, purpose, reference, freeText, number].join("\n");
}

/** Draws a code of `side` points with its top left corner there, on white with the quiet zone of four modules. */
export function drawEpcCode(doc: PDFKit.PDFDocument, code: string, x: number, y: number, side: number): void {
  const { data, size } = encode(code, { ecc: "M", maxVersion, border: 4 });
  const module = side / size;
  doc.rect(x, y, side, side).fill("#ffffff");
  for (const [row, cells] of data.entries()) {
    for (const [column, isDark] of cells.entries()) {
      if (isDark) doc.rect(x + column * module, y + row * module, module, module);
    }
  }
  doc.fill("#000000");
}
