import type { CampaignSpend, StatementLine } from "@litfass/contract/billing/billing";
import type { Language } from "@litfass/contract/kernel/language";
import { type Currency, formatMinor, moneyText } from "@litfass/contract/kernel/money";
import type { Letterhead } from "@litfass/platform/settings/letterhead";
import { type Buyer, dayOf, formatDay } from "../invoices/invoice.ts";
import {
  createPdf,
  type Doc,
  drawAddress,
  drawHead,
  drawPageNumbers,
  heightOf,
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

export type PrintedStatement = {
  language: Language;
  currency: Currency;
  seller: Seller;
  letterhead: Letterhead;
  buyer: Buyer;
  /** YYYY-MM-DD, both inclusive. */
  from: string;
  to: string;
  printedAt: Date;
  opening: number;
  closing: number;
  debits: number;
  credits: number;
  /** Oldest first. */
  lines: StatementLine[];
  spend: CampaignSpend;
};

const bottom = 770;
const topOfNext = 56;
/** Heights of a campaign's row and of the total below it, in points. */
const spendRow = 21;
const totalRow = 24;
/** Left edge of texts and right edge of amounts. */
const columns = { date: left, text: left + 62, debit: right - 136, credit: right - 68, balance: right };
const amountWidth = 64;
/** Left edge of the bars with the campaigns' shares. */
const barLeft = columns.debit - 100;

/** Renders the statement of a period: the lines with the balance after each, and the spend by campaign. */
export function drawStatement(statement: PrintedStatement): Promise<Buffer> {
  const { language, letterhead, printedAt: at, seller } = statement;
  const texts = textsOf(language, "statement");
  const title = texts("title", { month: monthName(language, statement.from.slice(0, 7)) });
  return createPdf({ language, title, author: seller.name, at }, (doc) => {
    drawHead(doc, seller, letterhead);
    drawAddress(doc, statement.buyer);
    write(doc, title, left, 236, { font: "display", size: 22 });
    drawSums(doc, statement);
    const below = drawLines(doc, statement);
    drawSpend(doc, statement, below);
    drawPageNumbers(doc, `${title}, ${seller.name}`, (page, pages) => texts("page", { page, pages }));
  });
}

function amount(doc: Doc, minor: number | null, x: number, y: number, style: Style = {}): void {
  if (minor === null) return;
  const options = { width: amountWidth, align: "right" as const };
  write(doc, formatMinor(minor), x - amountWidth, y, { size: 9, ...style }, options);
}

/** Opening balance, incoming and outgoing amounts, closing balance: one row that adds up. */
function drawSums(doc: Doc, statement: PrintedStatement): void {
  const texts = textsOf(statement.language, "statement");
  const figures: [string, number][] = [
    [texts("opening", { day: formatDay(statement.from) }), statement.opening],
    [texts("credits"), statement.credits],
    [texts("debits"), -statement.debits],
    [texts("closing", { day: formatDay(statement.to) }), statement.closing],
  ];
  const each = width / figures.length;
  doc.rect(left, 276, width, 50).fill(sunken);
  doc.rect(left + each * 3, 276, each, 50).fill(ink);
  for (const [index, [label, minor]] of figures.entries()) {
    const isLast = index === figures.length - 1;
    const x = left + index * each + 12;
    write(doc, label, x, 286, { size: 8, color: isLast ? "#FFFFFF" : inkCaption }, { width: each - 20 });
    const shown = moneyText(minor, statement.currency);
    const style: Style = { font: "strong", size: 11.5, color: isLast ? "#FFFFFF" : ink };
    write(doc, shown, x, 301, style, { width: each - 14 });
  }
}

function drawHeader(doc: Doc, statement: PrintedStatement, y: number): number {
  const texts = textsOf(statement.language, "statement");
  const style: Style = { size: 8, color: inkCaption };
  write(doc, texts("date"), columns.date, y, style);
  write(doc, texts("text"), columns.text, y, style);
  for (const [label, x] of [
    [texts("debit"), columns.debit],
    [texts("credit"), columns.credit],
    [texts("balance"), columns.balance],
  ] as const) {
    write(doc, label, x - amountWidth, y, style, { width: amountWidth, align: "right" });
  }
  rule(doc, y + 14, ink, 1);
  return y + 21;
}

/** The lines, on as many pages as needed; returns the top of the space below. */
function drawLines(doc: Doc, statement: PrintedStatement): number {
  const texts = textsOf(statement.language, "statement");
  let y = drawHeader(doc, statement, 350);
  if (statement.lines.length === 0) {
    write(doc, texts("nothing"), columns.date, y, { color: inkSecondary });
    return y + 24;
  }
  const textWidth = columns.debit - amountWidth - 8 - columns.text;
  for (const line of statement.lines) {
    const height = heightOf(doc, line.description, { size: 9 }, { width: textWidth });
    if (y + height + 8 > bottom) {
      doc.addPage();
      y = drawHeader(doc, statement, topOfNext);
    }
    write(doc, formatDay(dayOf(new Date(line.created_at))), columns.date, y, { size: 9, color: inkSecondary });
    write(doc, line.description, columns.text, y, { size: 9 }, { width: textWidth });
    amount(doc, line.debit, columns.debit, y);
    amount(doc, line.credit, columns.credit, y);
    amount(doc, line.balance, columns.balance, y, { font: "strong" });
    y += height + 5;
    rule(doc, y - 2);
    y += 4;
  }
  return y;
}

/** What each campaign spent in the period. */
function drawSpend(doc: Doc, statement: PrintedStatement, top: number): void {
  const texts = textsOf(statement.language, "statement");
  const spending = statement.spend.data.filter((row) => row.spent > 0);
  if (spending.length === 0) return;
  let y = top + 26;
  const startPage = (): void => {
    doc.addPage();
    y = topOfNext;
  };
  // Kept on one page with its total if it fits, else starts here.
  const height = 30 + spending.length * spendRow + totalRow;
  if (y + Math.min(height, bottom - topOfNext) > bottom) startPage();
  write(doc, texts("where_it_went"), left, y, { font: "strong", size: 12 });
  y += 22;
  rule(doc, y, ink, 1);
  y += 8;
  for (const [index, row] of spending.entries()) {
    const isLast = index === spending.length - 1;
    if (y + spendRow + (isLast ? totalRow : 0) > bottom) startPage();
    write(
      doc,
      row.name || `#${row.campaign_id}`,
      left,
      y,
      { size: 9 },
      { width: barLeft - 12 - left, height: 12, ellipsis: true },
    );
    const share = Math.max(1, (row.spent / statement.spend.spent) * 90);
    doc.rect(barLeft, y + 2, share, 7).fill(ink);
    amount(doc, row.spent, columns.balance, y, { font: "strong" });
    rule(doc, y + spendRow - 6);
    y += spendRow;
  }
  write(doc, texts("spent_in_all"), left, y + 2, { font: "strong" });
  amount(doc, statement.spend.spent, columns.balance, y + 2, { font: "strong", size: 9.5 });
}
