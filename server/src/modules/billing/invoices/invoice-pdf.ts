import { isSwissIban } from "@litfass/contract/kernel/iban";
import { localeOf } from "@litfass/contract/kernel/language";
import { printableText } from "@litfass/platform/pdf/printable-text";
import { type Letterhead, productLetterhead } from "@litfass/platform/settings/letterhead";
import PDFDocument from "pdfkit";
import type { InvoiceRow } from "../tables.ts";
import { type TextsOf, textsOf } from "../texts.ts";
import { vatTreatmentOf } from "../vat/vat-treatment.ts";
import { eInvoice, eInvoiceMetadata, eInvoiceName } from "./e-invoice.ts";
import { dayOf, formatDay, isForService } from "./invoice.ts";
import { drawFoot, footTopOf } from "./invoice-foot.ts";
import { drawPositions } from "./invoice-positions.ts";
import {
  type Doc,
  drawAddress,
  drawHead,
  heightOf,
  inkCaption,
  inkSecondary,
  left,
  registerFonts,
  type Style,
  width,
  write,
} from "./pdf-page.ts";
import { attachQrBill } from "./qr-bill.ts";

/** Top of the payment part of a QR-bill, which is 105 mm high. */
const qrBillTop = 544;
const closingGap = 6;

/**
 * Countries whose exempt small businesses must name the exemption on invoices: § 19 UStG with § 34a UStDV (DE), § 6
 * Abs. 1 Z 27 UStG (AT), art. 293 B and 293 E CGI (FR), legge 190/2014 art. 1 (IT).
 */
const smallBusinessCountries = ["DE", "AT", "FR", "IT"] as const;

/**
 * Renders an invoice or credit note in the customer's language. The same row always gives the same pages: orders in
 * CHF carry a Swiss QR-bill at the bottom if the account is Swiss, others state how they are paid, those in EUR with an
 * EPC QR code. Invoices in EUR are PDF/A-3 files with an embedded EN 16931 invoice (ZUGFeRD, Factur-X) for the customer's
 * accounting software, unless the customer has no country, without which such an invoice is invalid (BR-11).
 */
export async function drawInvoice(invoice: InvoiceRow, letterhead: Letterhead = productLetterhead): Promise<Buffer> {
  const texts = textsOf(invoice.language, "invoice");
  const title = `${invoice.kind === "invoice" ? texts("invoice") : texts("credit_note")} ${invoice.number}`;
  const isElectronic = invoice.currency === "EUR" && invoice.buyer.countryCode !== "";
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    bufferPages: true,
    lang: localeOf(invoice.language),
    displayTitle: true,
    ...(isElectronic ? { subset: "PDF/A-3b" as const, pdfVersion: "1.7" as const } : {}),
    info: {
      Title: title,
      Author: invoice.seller.name.replaceAll(/[&<>]/g, " "),
      CreationDate: invoice.issuedAt,
      ModDate: invoice.issuedAt,
    },
  });
  if (isElectronic) {
    const attachment = {
      name: eInvoiceName,
      type: "text/xml",
      // Supported by the library but missing from its types.
      relationship: "Alternative",
      description: title,
      creationDate: invoice.issuedAt,
      modifiedDate: invoice.issuedAt,
    };
    doc.file(Buffer.from(eInvoice(invoice)), attachment);
    doc.appendXML(eInvoiceMetadata);
  }
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((done, failed) => doc.on("end", done).on("error", failed));
  registerFonts(doc);

  drawHead(doc, invoice.seller, letterhead);
  drawAddress(doc, invoice.buyer);
  write(doc, title, left, 236, { font: "display", size: 22 });
  drawFacts(doc, invoice, texts);
  const isDue = invoice.paidBy === "order" && invoice.kind === "invoice";
  const hasQrBill = invoice.currency === "CHF" && isSwissIban(invoice.seller.iban) && isDue;
  const closing = closingTexts(invoice, texts);
  const heights = closing.map(([text, style]) => heightOf(doc, text, style, { width }) + closingGap);
  const below = {
    height: heights.reduce((sum, height) => sum + height, closingGap),
    bottom: hasQrBill ? qrBillTop : footTopOf(invoice, isDue),
  };
  let y = drawPositions(doc, invoice, 330, below) + closingGap;
  for (const [text, style] of closing) y = write(doc, text, left, y + closingGap, style, { width });
  if (hasQrBill) attachQrBill(doc, invoice);
  else drawFoot(doc, invoice, isDue, texts);
  drawPageNumbers(doc, title, texts);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawFacts(doc: Doc, invoice: InvoiceRow, texts: TextsOf<"invoice">): void {
  const facts: [string, string][] = [[texts("issued_on"), formatDay(dayOf(invoice.issuedAt))]];
  if (invoice.dueOn) facts.push([texts("due_on"), formatDay(invoice.dueOn)]);
  if (invoice.corrects) facts.push([texts("corrects"), invoice.corrects]);
  facts.push([texts("customer"), invoice.buyer.company || invoice.buyer.name]);
  if (invoice.buyer.vatNumber) facts.push([texts("vat_number"), invoice.buyer.vatNumber]);
  const columnWidth = width / facts.length;
  for (const [index, [label, value]] of facts.entries()) {
    const x = left + index * columnWidth;
    write(doc, label, x, 274, { size: 8, color: inkCaption }, { width: columnWidth - 12 });
    write(doc, value, x, 286, { font: "strong", size: 9.5 }, { width: columnWidth - 12, height: 26, ellipsis: true });
  }
}

/** The text below the sums: payment method, and who owes the tax. */
function closingTexts(invoice: InvoiceRow, texts: TextsOf<"invoice">): [text: string, style: Style][] {
  const day = formatDay(dayOf(invoice.issuedAt));
  const due = formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt));
  const payment =
    invoice.kind === "credit_note" || invoice.paidBy === "balance"
      ? texts("settled")
      : invoice.paidBy === "card"
        ? texts("paid_online", { day })
        : isForService(invoice)
          ? texts("payable_by", { day: due })
          : texts("by_order", { day: due });
  const lines: [string, Style][] = [[payment, { size: 9.5 }]];
  const noVat = reasonWithoutVat(invoice, texts);
  if (noVat) lines.push([noVat, { color: inkSecondary }]);
  if (isTransliterated(invoice)) lines.push([texts("transliterated"), { color: inkSecondary }]);
  return lines;
}

/**
 * Why no VAT is charged; null if some is. An unregistered seller words it as the law of its country requires, without
 * a sentence where none is (Switzerland).
 */
function reasonWithoutVat(invoice: InvoiceRow, texts: TextsOf<"invoice">): string | null {
  const treatment = vatTreatmentOf(invoice);
  if (treatment === "taxed") return null;
  if (treatment !== "unregistered") return texts(treatment);
  const country = smallBusinessCountries.find((each) => each === invoice.seller.countryCode);
  return country ? texts(`small_business.${country}`) : null;
}

/** Whether a name on the invoice uses a script that the typeface lacks. */
const isTransliterated = ({ buyer, lines }: InvoiceRow): boolean =>
  [
    buyer.company,
    buyer.name,
    buyer.street,
    buyer.city,
    ...lines.flatMap(({ textEn, textDe }) => [textEn, textDe]),
  ].some((text) => printableText(text) !== text.normalize("NFC"));

/** Page numbers, if there are several pages. */
function drawPageNumbers(doc: Doc, title: string, texts: TextsOf<"invoice">): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 1; page < count; page += 1) {
    doc.switchToPage(page);
    const style: Style = { size: 8, color: inkCaption };
    write(doc, title, left, 32, style);
    write(doc, texts("page", { page: page + 1, pages: count }), left, 32, style, { width, align: "right" });
  }
}
