import { isQrIban } from "@litfass/contract/kernel/iban";
import type { Language } from "@litfass/contract/kernel/language";
import { minorOfMicros } from "@litfass/contract/kernel/money";
import { SwissQRBill } from "swissqrbill/pdf";
import type { Data } from "swissqrbill/types";
import { calculateQRReferenceChecksum, calculateSCORReferenceChecksum } from "swissqrbill/utils";
import type { InvoiceRow } from "../tables.ts";
import { bankText } from "./bank-text.ts";

/**
 * The payment reference of an invoice: a QR reference of 27 digits with a QR-IBAN, else a creditor reference (ISO
 * 11649), also for French and German banks whose numbers begin like those of QR-IBANs. Both contain the year and number,
 * so that incoming payments are matched to their invoice.
 */
export function paymentReference(iban: string, year: number, sequence: number): string {
  if (isQrIban(iban)) {
    const digits = `${year}${sequence.toString().padStart(9, "0")}`.padStart(26, "0");
    return `${digits}${calculateQRReferenceChecksum(digits)}`;
  }
  const body = `T${year}${sequence.toString().padStart(5, "0")}`;
  return `RF${calculateSCORReferenceChecksum(body)}${body}`;
}

/**
 * The customer in the QR code. Banks reject a debtor with an empty name, postal code or city. If one is empty after
 * transliteration, the payer fills in the field by hand.
 */
function debtorOf({ buyer }: InvoiceRow): Data["debtor"] {
  const name = bankText(buyer.company || buyer.name, 70) || bankText(buyer.name, 70);
  const zip = bankText(buyer.postalCode, 16);
  const city = bankText(buyer.city, 35);
  if (name === "" || zip === "" || city === "" || buyer.countryCode === "") return undefined;
  return {
    name,
    address: bankText(buyer.street, 70),
    buildingNumber: bankText(buyer.houseNumber, 16),
    zip,
    city,
    country: buyer.countryCode,
  };
}

/** The standard knows francs and euros; invoices in other currencies state how they are paid instead. */
function currencyOfBill(currency: InvoiceRow["currency"]): Data["currency"] {
  if (currency === "CHF" || currency === "EUR") return currency;
  throw new Error(`A QR-bill cannot be in ${currency}`);
}

/** The data of an invoice's QR code, with structured addresses. */
export function qrBillData(invoice: InvoiceRow): Data {
  const { seller } = invoice;
  const debtor = debtorOf(invoice);
  return {
    currency: currencyOfBill(invoice.currency),
    // The library takes units; two decimals are exact in a number of this size.
    amount: minorOfMicros(invoice.grossMicros) / 100,
    reference: paymentReference(seller.iban, invoice.year, invoice.sequence),
    message: invoice.number,
    creditor: {
      account: seller.iban,
      name: bankText(seller.name, 70),
      address: bankText(seller.street, 70),
      buildingNumber: bankText(seller.houseNumber, 16),
      zip: bankText(seller.postalCode, 16),
      city: bankText(seller.city, 35),
      country: seller.countryCode,
    },
    ...(debtor ? { debtor } : {}),
  };
}

const billLanguages = ["EN", "DE", "FR", "IT"] as const;

/** A language of the standard; bills in others are in English. */
const billLanguage = (language: Language) => billLanguages.find((each) => each.toLowerCase() === language) ?? "EN";

/** Draws the payment part at the bottom of the page. */
export function attachQrBill(doc: PDFKit.PDFDocument, invoice: InvoiceRow): void {
  const bill = new SwissQRBill(qrBillData(invoice), { language: billLanguage(invoice.language) });
  bill.attachTo(doc);
}
