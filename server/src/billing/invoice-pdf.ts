import { cpmMinor, formatMinor, impressionsFor, minorOfMicros } from "@litfass/contract/money";
import PDFDocument from "pdfkit";
import { eInvoice, eInvoiceMetadata, eInvoiceName } from "./e-invoice.ts";
import { dayOf, formatDay } from "./invoice.ts";
import { type InvoiceTexts, invoiceTexts } from "./invoice-texts.ts";
import {
  type Doc,
  drawAddress,
  drawHead,
  formatMicros,
  ink,
  inkCaption,
  inkSecondary,
  left,
  pageWidth,
  registerFonts,
  right,
  rule,
  type Style,
  sunken,
  width,
  write,
} from "./pdf-page.ts";
import { attachQrBill, paymentReference } from "./qr-bill.ts";
import type { InvoiceRow } from "./tables.ts";
import { formatRate } from "./vat.ts";

/**
 * Draws an invoice or credit note, in the customer's language. The same row always gives the same pages: orders in CHF
 * carry a Swiss QR-bill at the foot, others say how they are or were paid. Those in EUR are PDF/A-3 files that carry
 * themselves as EN 16931 (ZUGFeRD, Factur-X), so that the customer's software can book them.
 */
export async function drawInvoice(invoice: InvoiceRow): Promise<Buffer> {
  const texts = invoiceTexts(invoice.language);
  const title = `${invoice.kind === "invoice" ? texts.invoice : texts.creditNote} ${invoice.number}`;
  const isElectronic = invoice.currency === "EUR";
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    lang: invoice.language === "de" ? "de-CH" : "en",
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
      // Known to the library, not to its types.
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

  drawHead(doc, invoice.seller);
  drawAddress(doc, invoice.buyer);
  write(doc, title, left, 236, { font: "display", size: 22 }, { features: [] });
  drawFacts(doc, invoice, texts);
  const belowTotal = drawPositions(doc, invoice, texts);
  drawPayment(doc, invoice, texts, belowTotal);
  const hasQrBill = invoice.currency === "CHF" && invoice.paidBy === "order" && invoice.kind === "invoice";
  if (hasQrBill) attachQrBill(doc, invoice);
  else drawFoot(doc, invoice, texts);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawFacts(doc: Doc, invoice: InvoiceRow, texts: InvoiceTexts): void {
  const facts: [string, string][] = [[texts.issuedOn, formatDay(dayOf(invoice.issuedAt))]];
  if (invoice.dueOn) facts.push([texts.dueOn, formatDay(invoice.dueOn)]);
  if (invoice.corrects) facts.push([texts.corrects, invoice.corrects]);
  facts.push([texts.customer, invoice.buyer.company || invoice.buyer.name]);
  if (invoice.buyer.vatNumber) facts.push([texts.vatNumber, invoice.buyer.vatNumber]);
  const columnWidth = width / facts.length;
  for (const [index, [label, value]] of facts.entries()) {
    const x = left + index * columnWidth;
    write(doc, label, x, 274, { size: 8, color: inkCaption }, { width: columnWidth - 12 });
    write(doc, value, x, 286, { font: "strong", size: 9.5 }, { width: columnWidth - 12, height: 26, ellipsis: true });
  }
}

/** The lines between the positions and the total: the tax of customers who pay it here, nothing for others (CONST-002). */
export function sumLines(invoice: InvoiceRow): [label: string, micros: bigint][] {
  const texts = invoiceTexts(invoice.language);
  if (invoice.vatRate === 0) return [];
  return [
    [texts.net, invoice.netMicros],
    [texts.vat(formatRate(invoice.vatRate)), invoice.vatMicros],
  ];
}

/** The table of positions and the sums; answers where the space below begins. */
function drawPositions(doc: Doc, invoice: InvoiceRow, texts: InvoiceTexts): number {
  const amount = (text: string, y: number, style: Style = {}): void =>
    write(doc, text, right - 160, y, style, { width: 160, align: "right" });
  let y = 330;
  write(doc, texts.position, left, y, { size: 8, color: inkCaption });
  amount(`${texts.amount} ${invoice.currency}`, y, { size: 8, color: inkCaption });
  y += 15;
  rule(doc, y, ink, 1);
  y += 10;
  for (const position of invoice.lines) {
    const net = BigInt(position.netMicros);
    write(doc, invoice.language === "de" ? position.textDe : position.textEn, left, y, { font: "strong", size: 10.5 });
    amount(formatMicros(net), y, { size: 10.5 });
    y += 15;
    if (net > 0n) {
      const count = formatMinor(impressionsFor(minorOfMicros(net)) * 100).slice(0, -3);
      const cpm = `${invoice.currency} ${formatMinor(cpmMinor)}`;
      write(doc, texts.impressions(count, cpm), left, y, { size: 8.5, color: inkSecondary });
      y += 14;
    }
    y += 6;
  }
  rule(doc, y);
  y += 9;
  for (const [label, micros] of sumLines(invoice)) {
    write(doc, label, left, y, { color: inkSecondary });
    amount(formatMicros(micros), y);
    y += 17;
  }
  y += 3;
  doc.rect(left, y, width, 30).fill(ink);
  const isDue = invoice.paidBy === "order" && invoice.kind === "invoice";
  write(doc, isDue ? texts.payable : texts.total, left + 12, y + 9, { font: "strong", size: 11, color: "#FFFFFF" });
  write(
    doc,
    `${invoice.currency} ${formatMicros(invoice.grossMicros)}`,
    right - 232,
    y + 8,
    { font: "strong", size: 12.5, color: "#FFFFFF" },
    { width: 220, align: "right" },
  );
  return y + 30;
}

function drawPayment(doc: Doc, invoice: InvoiceRow, texts: InvoiceTexts, top: number): void {
  const day = formatDay(dayOf(invoice.issuedAt));
  const payment =
    invoice.kind === "credit_note" || invoice.paidBy === "balance"
      ? texts.settled
      : invoice.paidBy === "card"
        ? texts.paidByCard(day)
        : texts.byOrder(formatDay(invoice.dueOn ?? dayOf(invoice.issuedAt)));
  write(doc, payment, left, top + 13, { size: 9.5 }, { width });
  if (invoice.vatRate === 0) write(doc, texts.reverseCharge, left, top + 30, { color: inkSecondary }, { width });
}

/** Below invoices without a QR-bill: where to pay if it is open, and whom to ask. */
function drawFoot(doc: Doc, invoice: InvoiceRow, texts: InvoiceTexts): void {
  const { seller } = invoice;
  const isDue = invoice.paidBy === "order" && invoice.kind === "invoice";
  const facts: [string, string][] = [];
  if (isDue) {
    facts.push([texts.transferTo, `${seller.name}\n${seller.iban.replace(/(.{4})/g, "$1 ").trim()}`]);
    const reference = paymentReference(seller.iban, invoice.year, invoice.sequence);
    facts.push([texts.reference, reference.replace(/(.{4})/g, "$1 ").trim()]);
  }
  facts.push([texts.questions, seller.email]);
  doc.rect(0, 742, pageWidth, 100).fill(sunken);
  const columnWidth = width / facts.length;
  for (const [index, [label, value]] of facts.entries()) {
    const x = left + index * columnWidth;
    write(doc, label, x, 764, { size: 8, color: inkCaption }, { width: columnWidth - 12 });
    write(doc, value, x, 777, { size: 9.5 }, { width: columnWidth - 12 });
  }
}
