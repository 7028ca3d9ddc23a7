import type { Currency } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import type { UserRow } from "../../users/index.ts";
import type { DiscountTerms } from "../prices/discount-terms.ts";
import { pricesFor } from "../prices/quote.ts";
import type { Seller } from "../seller.ts";
import type { InvoiceRow } from "../tables.ts";
import { buyerOf, dayOf, daysLater, daysToPay, type LineDiscount, type Subject } from "./invoice.ts";
import { insertInvoice, setInvoiceStatus, takeSequence } from "./invoice-sql.ts";

export type IssueInvoice = {
  owner: UserRow;
  seller: Seller;
  currency: Currency;
  subject: Subject;
  /** A service: the item buys no impressions. */
  isService?: boolean;
  /** Micros without VAT; negative on a credit note. */
  netMicros: bigint;
  vatMicros: bigint;
  vatRate: number;
  paidBy: "card" | "order" | "balance";
  /** How much less than the list price the net amount is, and why. */
  discount?: InvoiceDiscount | null;
  /** The invoice corrected by a credit note. */
  corrects?: string;
  at: Date;
};

type InvoiceDiscount = { micros: bigint; terms: DiscountTerms };

/** The discount of an order or a payment; null if it has none. */
export const discountOf = (sale: {
  discountMicros?: bigint;
  discountTerms?: DiscountTerms | null;
}): InvoiceDiscount | null =>
  sale.discountTerms && sale.discountMicros ? { micros: sale.discountMicros, terms: sale.discountTerms } : null;

/**
 * Issues an invoice, or a credit note for the invoice it corrects, with the year's next number. Other invoices of the
 * year wait until this transaction ends, so that numbers have no gaps or duplicates.
 */
export async function issueInvoice(tx: Transaction, input: IssueInvoice): Promise<InvoiceRow> {
  const { prices } = await pricesFor(tx, input.owner, input.at, input.currency);
  const day = dayOf(input.at);
  const year = Number(day.slice(0, 4));
  const sequence = await takeSequence(tx, year);
  const { en, de, ...names } = input.subject;
  const row = await insertInvoice(tx, {
    year,
    sequence,
    kind: input.corrects ? "credit_note" : "invoice",
    ownerUid: input.owner.uid,
    currency: input.currency,
    netMicros: input.netMicros,
    vatMicros: input.vatMicros,
    grossMicros: input.netMicros + input.vatMicros,
    vatRate: input.vatRate,
    nameEn: en,
    nameDe: de,
    names,
    paidBy: input.paidBy,
    language: input.owner.lang,
    seller: input.seller,
    buyer: buyerOf(input.owner),
    lines: [
      {
        textEn: en,
        textDe: de,
        texts: names,
        netMicros: input.netMicros.toString(),
        ...(input.discount ? { discount: lineDiscountOf(input.discount) } : {}),
        ...(input.isService ? { isService: true } : { cpmMinor: prices.cpm }),
      },
    ],
    corrects: input.corrects ?? null,
    issuedAt: input.at,
    dueOn: input.paidBy === "order" && !input.corrects ? daysLater(day, daysToPay) : null,
  });
  await setInvoiceStatus(tx, row.number, input.paidBy === "order" && !input.corrects ? "open" : "paid", input.at);
  return row;
}

function lineDiscountOf({ micros, terms: { texts, percent } }: InvoiceDiscount): LineDiscount {
  const { en, de, ...names } = texts;
  return { micros: micros.toString(), percent, textEn: en, textDe: de, texts: names };
}
