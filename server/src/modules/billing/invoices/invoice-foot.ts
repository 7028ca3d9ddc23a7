import { inGroupsOfFour } from "@litfass/contract/kernel/iban";
import type { InvoiceRow } from "../tables.ts";
import type { TextsOf } from "../texts.ts";
import { drawEpcCode, hasEpcCode } from "./epc-code.ts";
import {
  type Doc,
  heightOf,
  inkCaption,
  left,
  pageWidth,
  right,
  type Style,
  sunken,
  width,
  write,
} from "./pdf-page.ts";
import { paymentReference } from "./qr-bill.ts";

const topWithoutCode = 742;
/** A code of 40 mm makes the foot higher. */
const topWithCode = 700;
const codeSide = 113;
const captionWidth = 88;
const gap = 12;
const label: Style = { size: 8, color: inkCaption };
const value: Style = { size: 9 };

/** Where the foot of an invoice without a QR-bill begins. */
export const footTopOf = (invoice: InvoiceRow, isDue: boolean): number =>
  isDue && hasEpcCode(invoice) ? topWithCode : topWithoutCode;

/** The foot of invoices without a QR-bill: how an open one is paid, with a code in euros, and a contact. */
export function drawFoot(doc: Doc, invoice: InvoiceRow, isDue: boolean, texts: TextsOf<"invoice">): void {
  const { seller } = invoice;
  const top = footTopOf(invoice, isDue);
  doc.rect(0, top, pageWidth, doc.page.height - top).fill(sunken);
  const y = top + 20;
  if (!isDue) {
    drawFact(doc, texts("questions"), [seller.email], { x: left, y, width });
    return;
  }
  const hasCode = hasEpcCode(invoice);
  const textWidth = hasCode ? width - codeSide - gap : width;
  const [first, second] = [textWidth * 0.56, textWidth * 0.44];
  const account = [inGroupsOfFour(seller.iban), ...(seller.bic ? [`BIC ${seller.bic}`] : [])];
  drawFact(doc, texts("transfer_to"), [seller.name, ...account], { x: left, y, width: first - gap });
  const beside = { x: left + first, width: second - gap };
  const reference = paymentReference(seller.iban, invoice.year, invoice.sequence);
  drawFact(doc, texts("reference"), [inGroupsOfFour(reference)], { ...beside, y });
  drawFact(doc, texts("questions"), [seller.email], { ...beside, y: y + 36 });
  if (!hasCode) return;
  const side = { x: right - codeSide, y: top + (doc.page.height - top - codeSide) / 2, side: codeSide };
  drawEpcCode(doc, invoice, side);
  const caption = { width: captionWidth, align: "right" as const };
  write(doc, texts("epc"), side.x - gap - captionWidth, y + 72, label, caption);
}

/** A label with lines below it. A long first line is cut after its second row, so that the foot stays on the page. */
function drawFact(doc: Doc, text: string, lines: string[], at: { x: number; y: number; width: number }): void {
  const options = { width: at.width };
  write(doc, text, at.x, at.y, label, options);
  const height = 2 * heightOf(doc, "X", value, options);
  const [first = "", ...others] = lines;
  let y = write(doc, first, at.x, at.y + 12, value, { ...options, height, ellipsis: true });
  for (const line of others) y = write(doc, line, at.x, y, value, options);
}
