import { formatMinor, impressionsFor, minorOfMicros, moneyText } from "@litfass/contract/kernel/money";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import { defaultCpmMinor } from "@litfass/contract/settings/default-settings";
import type { InvoiceRow } from "../tables.ts";
import { type TextsOf, textsOf } from "../texts.ts";
import { formatRate } from "../vat/vat.ts";
import type { InvoiceLine } from "./invoice.ts";
import { discountName, listMicrosOf, subjectOfLine, textIn } from "./invoice.ts";
import {
  type Doc,
  formatMicros,
  heightOf,
  ink,
  inkCaption,
  inkSecondary,
  left,
  right,
  rule,
  type Style,
  width,
  write,
} from "./pdf-page.ts";

const amountWidth = 110;
const textWidth = width - amountWidth - 20;
const nameStyle: Style = { font: "strong", size: 10.5 };
/** Top of the line items on continuation pages. */
const topOfNext = 56;
const bottomOfPage = 770;
const gapBelowLine = 6;
const heightOfTotal = 30;
const heightOfSum = 17;

function drawAmount(doc: Doc, text: string, y: number, style: Style = {}): void {
  write(doc, text, right - amountWidth, y, style, { width: amountWidth, align: "right" });
}

/** The lines between the items and the total: VAT for customers who pay it here, nothing for others (CONST-002). */
export function sumLines(invoice: InvoiceRow): [label: string, micros: bigint][] {
  const texts = textsOf(invoice.language, "invoice");
  if (invoice.vatRate === 0) return [];
  return [
    [texts("net"), invoice.netMicros],
    [texts("vat", { rate: formatRate(invoice.vatRate) }), invoice.vatMicros],
  ];
}

function drawHeader(doc: Doc, invoice: InvoiceRow, texts: TextsOf<"invoice">, y: number): number {
  const style: Style = { size: 8, color: inkCaption };
  write(doc, texts("position"), left, y, style);
  drawAmount(doc, `${texts("amount")} ${invoice.currency}`, y, style);
  rule(doc, y + 15, ink, 1);
  return y + 25;
}

/** The line below an item's name that says what it buys; empty for services and credits. */
function bought(invoice: InvoiceRow, position: InvoiceLine, texts: TextsOf<"invoice">): string {
  const list = listMicrosOf(position);
  if (list <= 0n || position.isService) return "";
  const cpmMinor = position.cpmMinor ?? defaultCpmMinor;
  const impressions = formatMinor(impressionsFor(minorOfMicros(list), cpmMinor) * 100).slice(0, -3);
  return texts("impressions", { impressions, cpm: moneyText(cpmMinor, invoice.currency) });
}

/**
 * The table of line items and sums, on as many pages as needed. The sums and the text after them stay on one page.
 * @param top top of the table, in points
 * @param below height required below the sums and the bottom of that space, in points
 * @returns top of the space below
 */
export function drawPositions(
  doc: Doc,
  invoice: InvoiceRow,
  top: number,
  below: { height: number; bottom: number },
): number {
  const texts = textsOf(invoice.language, "invoice");
  let y = drawHeader(doc, invoice, texts, top);
  for (const position of invoice.lines) {
    const name = textIn(subjectOfLine(position), invoice.language);
    const buys = bought(invoice, position, texts);
    const nameHeight = heightOf(doc, name, nameStyle, { width: textWidth });
    const discount = position.discount ? discountName(position.discount, invoice.language) : "";
    const discountHeight = discount ? heightOf(doc, discount, {}, { width: textWidth }) + gapBelowLine : 0;
    const height = nameHeight + (buys ? 14 : 0) + gapBelowLine + discountHeight;
    if (y + height > bottomOfPage) {
      doc.addPage();
      y = drawHeader(doc, invoice, texts, topOfNext);
    }
    drawAmount(doc, formatMicros(listMicrosOf(position)), y, { size: 10.5 });
    write(doc, name, left, y, nameStyle, { width: textWidth });
    if (buys) write(doc, buys, left, y + nameHeight, { size: 8.5, color: inkSecondary }, { width: textWidth });
    if (position.discount) {
      const below = y + height - discountHeight;
      drawAmount(doc, formatMicros(-BigInt(position.discount.micros)), below);
      write(doc, discount, left, below, {}, { width: textWidth });
    }
    y += height;
  }
  const sums = sumLines(invoice);
  if (y + 12 + sums.length * heightOfSum + heightOfTotal + below.height > below.bottom) {
    doc.addPage();
    y = topOfNext;
  }
  rule(doc, y);
  y += 9;
  for (const [label, micros] of sums) {
    write(doc, label, left, y, { color: inkSecondary });
    drawAmount(doc, formatMicros(micros), y);
    y += heightOfSum;
  }
  return drawTotal(doc, invoice, texts, y + 3);
}

function drawTotal(doc: Doc, invoice: InvoiceRow, texts: TextsOf<"invoice">, y: number): number {
  doc.rect(left, y, width, heightOfTotal).fill(ink);
  const isDue = invoice.paidBy === "order" && invoice.kind === "invoice";
  const white = "#FFFFFF";
  write(doc, isDue ? texts("payable") : texts("total"), left + 12, y + 9, { font: "strong", size: 11, color: white });
  const total = withCurrency(invoice.currency, formatMicros(invoice.grossMicros));
  const style: Style = { font: "strong", size: 12.5, color: white };
  write(doc, total, right - 232, y + 8, style, { width: 220, align: "right" });
  return y + heightOfTotal;
}
