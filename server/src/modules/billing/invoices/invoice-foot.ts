import { inGroupsOfFour } from "@litfass/contract/kernel/iban";
import type { InvoiceRow } from "../tables.ts";
import type { TextsOf } from "../texts.ts";
import { drawEpcCode, epcCode } from "./epc-code.ts";
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

export const footTop = 742;
const footHeight = 100;
const labelTop = footTop + 18;
const valueTop = footTop + 30;
/** In the second row of a column. */
const lowerBy = 36;
const codeSide = 84;
const captionWidth = 66;
const gap = 12;
const label: Style = { size: 8, color: inkCaption };
const value: Style = { size: 9 };

/** The foot of invoices without a QR-bill: how an open one is paid, and a contact. */
export function drawFoot(doc: Doc, invoice: InvoiceRow, isDue: boolean, texts: TextsOf<"invoice">): void {
  const { seller } = invoice;
  doc.rect(0, footTop, pageWidth, footHeight).fill(sunken);
  if (!isDue) {
    drawFact(doc, texts("questions"), [seller.email], { x: left, width });
    return;
  }
  const code = epcCode(invoice);
  const textWidth = code === null ? width : width - codeSide - captionWidth - 2 * gap;
  const [first, second] = [textWidth * 0.54, textWidth * 0.46];
  const account = [inGroupsOfFour(seller.iban), ...(seller.bic ? [`BIC ${seller.bic}`] : [])];
  drawFact(doc, texts("transfer_to"), [seller.name, ...account], { x: left, width: first - gap });
  const beside = { x: left + first, width: second };
  const reference = paymentReference(seller.iban, invoice.year, invoice.sequence);
  drawFact(doc, texts("reference"), [inGroupsOfFour(reference)], beside);
  drawFact(doc, texts("questions"), [seller.email], beside, lowerBy);
  if (code === null) return;
  const x = right - codeSide;
  drawEpcCode(doc, code, x, footTop + (footHeight - codeSide) / 2, codeSide);
  write(doc, texts("scan_to_pay"), x - gap - captionWidth, labelTop, label, { width: captionWidth, align: "right" });
}

/** A label with lines below it. A long first line is cut after its second row, so that the foot stays on the page. */
function drawFact(doc: Doc, text: string, lines: string[], at: { x: number; width: number }, below = 0): void {
  const options = { width: at.width };
  write(doc, text, at.x, labelTop + below, label, options);
  const height = 2 * heightOf(doc, "X", value, options);
  const [first = "", ...others] = lines;
  let y = write(doc, first, at.x, valueTop + below, value, { ...options, height, ellipsis: true });
  for (const line of others) y = write(doc, line, at.x, y, value, options);
}
