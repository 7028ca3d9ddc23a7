import { minorOfMicros } from "@litfass/contract/kernel/money";
import { SwissQRBill } from "swissqrbill/pdf";
import type { Data } from "swissqrbill/types";
import { calculateQRReferenceChecksum, calculateSCORReferenceChecksum, isQRIBAN } from "swissqrbill/utils";
import type { InvoiceRow } from "../tables.ts";

/** Letters that taking off the accent does not turn into plain ones. */
const plainLetters: Record<string, string> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ħ: "H",
  ħ: "h",
  Œ: "OE",
  œ: "oe",
  ı: "i",
};

/** As much of a text as fits, in the letters that the payment part's own font has (Latin-1). */
const textOf = (value: string, length: number): string =>
  [...value.normalize("NFC")]
    .map((sign) => {
      if (sign.charCodeAt(0) < 256) return sign;
      return plainLetters[sign] ?? sign.normalize("NFD").replaceAll(/[^\x20-\xff]/g, "");
    })
    .join("")
    .slice(0, length);

/**
 * The payment reference of an invoice: a QR reference of 27 digits with a QR-IBAN, else a creditor reference (ISO 11649).
 * Either names the year and number, so that an incoming payment finds its invoice.
 */
export function paymentReference(iban: string, year: number, sequence: number): string {
  if (isQRIBAN(iban)) {
    const digits = `${year}${sequence.toString().padStart(9, "0")}`.padStart(26, "0");
    return `${digits}${calculateQRReferenceChecksum(digits)}`;
  }
  const body = `T${year}${sequence.toString().padStart(5, "0")}`;
  return `RF${calculateSCORReferenceChecksum(body)}${body}`;
}

/** What the QR code of an invoice says, with structured addresses. */
export function qrBillData(invoice: InvoiceRow): Data {
  const { seller, buyer } = invoice;
  const isAddressed = buyer.postalCode !== "" && buyer.city !== "" && buyer.countryCode !== "";
  return {
    currency: invoice.currency,
    // The library takes units; two digits after the point are exact in a number of this size.
    amount: minorOfMicros(invoice.grossMicros) / 100,
    reference: paymentReference(seller.iban, invoice.year, invoice.sequence),
    message: invoice.number,
    creditor: {
      account: seller.iban,
      name: textOf(seller.name, 70),
      address: textOf(seller.street, 70),
      buildingNumber: textOf(seller.houseNumber, 16),
      zip: textOf(seller.postalCode, 16),
      city: textOf(seller.city, 35),
      country: seller.countryCode,
    },
    ...(isAddressed
      ? {
          debtor: {
            name: textOf(buyer.company || buyer.name, 70),
            address: textOf(buyer.street, 70),
            buildingNumber: textOf(buyer.houseNumber, 16),
            zip: textOf(buyer.postalCode, 16),
            city: textOf(buyer.city, 35),
            country: buyer.countryCode,
          },
        }
      : {}),
  };
}

/** Puts the payment part at the foot of the page. */
export function attachQrBill(doc: PDFKit.PDFDocument, invoice: InvoiceRow): void {
  const bill = new SwissQRBill(qrBillData(invoice), { language: invoice.language === "de" ? "DE" : "EN" });
  bill.attachTo(doc);
}
