import type { Currency } from "@litfass/contract/kernel/money";
import type { CommandContext } from "@litfass/platform/command/command";
import { line, linesOf, mediaInvoiced, mediaPayable, platformAccount } from "../ledger/ledger.ts";
import { postEntry } from "../ledger/ledger-sql.ts";
import { approvalKey, postedBy } from "../posted-by.ts";

export type PublisherCredit = {
  /** The payee of the accrued cost. */
  payee: string;
  number: string;
  currency: Currency;
  accruedMicros: bigint;
  netMicros: bigint;
  vatMicros: bigint;
};

/**
 * Books a publisher's credit note: what was accrued is closed, net and VAT are payable, the VAT is input tax, and what
 * rounding leaves is media cost. A repeated number changes nothing.
 */
export async function bookPublisherCredit(ctx: CommandContext, credit: PublisherCredit): Promise<void> {
  const { payee, number, currency, accruedMicros, netMicros, vatMicros } = credit;
  const { details, ...author } = postedBy(ctx);
  await postEntry(ctx.tx, {
    key: ctx.approval ? approvalKey(ctx.approval.id) : `publisher-credit:${number}`,
    kind: "publisher_credit",
    description: number,
    ...author,
    details: { ...details, exchange: payee },
    lines: linesOf(
      line(mediaPayable(payee, currency), -accruedMicros),
      line(mediaInvoiced(payee, currency), netMicros + vatMicros),
      line(platformAccount("vat", currency), -vatMicros),
      line(platformAccount("media_cost", currency), accruedMicros - netMicros),
    ),
  });
}

/** Books a payment that the bank made: nothing is owed for its credit notes any more. A repeated one changes nothing. */
export async function bookPublisherPayment(
  ctx: CommandContext,
  payment: { messageId: string; currency: Currency; parts: { payee: string; grossMicros: bigint }[] },
): Promise<void> {
  const { messageId, currency, parts } = payment;
  const owed = new Map<string, bigint>();
  for (const { payee, grossMicros } of parts) owed.set(payee, (owed.get(payee) ?? 0n) + grossMicros);
  const total = parts.reduce((sum, { grossMicros }) => sum + grossMicros, 0n);
  await postEntry(ctx.tx, {
    key: `publisher-payment:${messageId}`,
    kind: "publisher_payment",
    description: messageId,
    ...postedBy(ctx),
    lines: linesOf(
      ...[...owed].map(([payee, micros]) => line(mediaInvoiced(payee, currency), -micros)),
      line(platformAccount("bank", currency), total),
    ),
  });
}
