import { inGroupsOfFour } from "@litfass/contract/kernel/iban";
import type { Language } from "@litfass/contract/kernel/language";
import type { Currency } from "@litfass/contract/kernel/money";
import { withCurrency } from "@litfass/contract/kernel/thousands";
import type { Letterhead } from "@litfass/platform/settings/letterhead";
import { type Buyer, dayOf, formatDay } from "../invoices/invoice.ts";
import {
  createPdf,
  type Doc,
  drawAddress,
  drawHead,
  drawPageNumbers,
  formatMicros,
  ink,
  inkCaption,
  inkSecondary,
  left,
  monthName,
  right,
  rule,
  type Style,
  sunken,
  width,
  write,
} from "../invoices/pdf-page.ts";
import type { Seller } from "../seller.ts";
import { textsOf } from "../texts.ts";
import { formatRate } from "../vat/vat.ts";
import { vatTreatmentOf } from "../vat/vat-treatment.ts";

/**
 * One placement's part of a statement, or that of an ad unit in the page's own auctions, whose name may be missing; without
 * a site it is the correction of earlier months.
 */
export type CreditLine = {
  site: string;
  placement: string;
  impressions: number;
  micros: bigint;
  isHeaderBidding?: boolean | undefined;
};

export type PrintedCreditNote = {
  language: Language;
  letterhead: Letterhead;
  /** Who pays, and issues the note in the name of the publisher. */
  payer: Seller;
  payee: Buyer;
  iban: string;
  /** Null: a draft. */
  number: string | null;
  /** `2026-11`. */
  month: string;
  issuedAt: Date;
  currency: Currency;
  lines: CreditLine[];
  netMicros: bigint;
  /** Hundredths of a percent. */
  vatRate: number;
  vatMicros: bigint;
};

const bottom = 740;
const topOfNext = 56;
const columns = { site: left, placement: left + 160, impressions: right - 90, amount: right };

/** Renders a publisher's credit note, or a draft of it. Each placement has a line; the sums follow. */
export function drawCreditNote(note: PrintedCreditNote): Promise<Buffer> {
  const { language, payer, issuedAt: at } = note;
  const texts = textsOf(language, "credit_note");
  const title = note.number === null ? texts("draft") : texts("title", { number: note.number });
  return createPdf({ language, title, author: payer.name, at }, (doc) => {
    drawHead(doc, payer, note.letterhead);
    drawAddress(doc, note.payee);
    write(doc, title, left, 236, { font: "display", size: 22 });
    drawFacts(doc, note);
    drawSums(doc, note, drawLines(doc, note));
    drawPageNumbers(doc, `${title}, ${payer.name}`, (page, pages) => texts("page", { page, pages }));
  });
}

function drawFacts(doc: Doc, note: PrintedCreditNote): void {
  const texts = textsOf(note.language, "credit_note");
  const facts: [string, string][] = [
    [texts("date"), formatDay(dayOf(note.issuedAt))],
    [texts("month"), monthName(note.language, note.month)],
    [texts("vat_number"), note.payee.vatNumber ?? "–"],
    [texts("account"), inGroupsOfFour(note.iban) || "–"],
  ];
  const starts = [0, 0.16, 0.36, 0.62];
  doc.rect(left, 276, width, 46).fill(sunken);
  for (const [at, [label, value]] of facts.entries()) {
    const x = left + (starts[at] ?? 0) * width + 12;
    const available = ((starts[at + 1] ?? 1) - (starts[at] ?? 0)) * width - 14;
    write(doc, label, x, 285, { size: 8, color: inkCaption }, { width: available });
    write(doc, value, x, 299, { font: "strong", size: 9 }, { width: available, height: 12, ellipsis: true });
  }
}

function number(doc: Doc, text: string, x: number, y: number, style: Style = {}): void {
  write(doc, text, x - 90, y, { size: 9, ...style }, { width: 90, align: "right" });
}

function drawHeader(doc: Doc, note: PrintedCreditNote, y: number): number {
  const texts = textsOf(note.language, "credit_note");
  const style: Style = { size: 8, color: inkCaption };
  write(doc, texts("site"), columns.site, y, style);
  write(doc, texts("placement"), columns.placement, y, style);
  number(doc, texts("impressions"), columns.impressions, y, style);
  number(doc, note.currency, columns.amount, y, style);
  rule(doc, y + 14, ink, 1);
  return y + 21;
}

/** The lines, on as many pages as needed; returns the top of the space below. */
function drawLines(doc: Doc, note: PrintedCreditNote): number {
  const texts = textsOf(note.language, "credit_note");
  const count = new Intl.NumberFormat("de-CH");
  const one = { height: 12, ellipsis: true };
  let y = drawHeader(doc, note, 344);
  for (const { site, placement, impressions, micros, isHeaderBidding } of note.lines) {
    if (y + 22 > bottom) {
      doc.addPage();
      y = drawHeader(doc, note, topOfNext);
    }
    const isCorrection = site === "";
    write(doc, isCorrection ? texts("correction") : site, columns.site, y, { size: 9 }, { width: 300, ...one });
    if (!isCorrection) {
      const name = isHeaderBidding
        ? [placement, texts("header_bidding")].filter((part) => part !== "").join(", ")
        : placement;
      write(doc, name, columns.placement, y, { size: 9, color: inkSecondary }, { width: 180, ...one });
      number(doc, count.format(impressions).replaceAll("’", "'"), columns.impressions, y);
    }
    number(doc, formatMicros(micros), columns.amount, y);
    rule(doc, y + 16);
    y += 22;
  }
  return y;
}

/** Of a supply by the publisher to the one who pays. */
function reasonWithoutVat({ vatRate, payee, payer }: PrintedCreditNote): "reverse_charge" | "no_number" | "no_vat" {
  const treatment = vatTreatmentOf({ vatRate, seller: payee, buyer: payer });
  if (treatment === "reverse_charge") return treatment;
  return treatment === "unregistered" ? "no_number" : "no_vat";
}

/** Net amount, VAT and total, and why there is no VAT. */
function drawSums(doc: Doc, note: PrintedCreditNote, top: number): void {
  const texts = textsOf(note.language, "credit_note");
  let y = top + 14;
  if (y + 110 > bottom) {
    doc.addPage();
    y = topOfNext;
  }
  const label = right - 260;
  const row = (text: string, micros: bigint, style: Style): void => {
    write(doc, text, label, y, style, { width: 160 });
    number(doc, withCurrency(note.currency, formatMicros(micros)), columns.amount, y, style);
    y += 18;
  };
  row(texts("net"), note.netMicros, { size: 9 });
  if (note.vatRate > 0) row(texts("vat", { rate: formatRate(note.vatRate) }), note.vatMicros, { size: 9 });
  doc.moveTo(label, y).lineTo(right, y).lineWidth(1).strokeColor(ink).stroke();
  y += 8;
  row(texts("total"), note.netMicros + note.vatMicros, { font: "strong", size: 10.5 });
  const reasons = [
    texts(note.number === null ? "draft_note" : "self_billing", { name: note.payer.name }),
    ...(note.vatRate > 0 ? [] : [texts(reasonWithoutVat(note))]),
  ];
  write(doc, reasons.join("\n"), left, y + 14, { size: 8.5, color: inkSecondary }, { width });
}
