import type { Currency } from "@litfass/contract/kernel/money";
import type { CommandContext } from "@litfass/platform/command/command";
import { hourOf } from "../ledger/book-spend.ts";
import {
  type Account,
  type EntryKind,
  line,
  linesOf,
  mediaInvoiced,
  mediaPayable,
  platformAccount,
} from "../ledger/ledger.ts";
import { postEntry } from "../ledger/ledger-sql.ts";
import { bookOpenSpend } from "../ledger/open-spend-sql.ts";
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
  await bookOpenSpend(ctx.tx, { payee, before: hourOf(ctx.clock.now()) });
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

export type BookedPayout = {
  id: number;
  payee: string;
  messageId: string;
  endToEndId: string;
  currency: Currency;
  amountMicros: bigint;
};

/**
 * What happens to a payout: a payment's file orders it, the bank executes and perhaps returns it, or it is withdrawn
 * because the payment is canceled or the bank rejects it.
 */
type PayoutStep = "ordered" | "executed" | "returned" | "withdrawn";

const kinds = {
  ordered: "publisher_order",
  executed: "publisher_payment",
  returned: "publisher_return",
  withdrawn: "publisher_order_canceled",
} as const satisfies Record<PayoutStep, EntryKind>;

/**
 * Books a step of a payout: what is owed to the publisher moves into transit, from there to the bank, and back from
 * either. A repeated step changes nothing. `at` is the bank's value date, at most now. What banks deducted from a returned
 * payout is the operator's cost: the publisher is owed the whole amount.
 */
export async function bookPayout(
  ctx: CommandContext,
  step: PayoutStep,
  payout: BookedPayout,
  { at, bankReference, chargesMicros = 0n }: { at?: Date; bankReference?: string | null; chargesMicros?: bigint } = {},
): Promise<void> {
  const { payee, messageId, endToEndId, currency, amountMicros } = payout;
  const owed = mediaInvoiced(payee, currency);
  const transit = platformAccount("payouts_in_transit", currency);
  const bank = platformAccount("bank", currency);
  const [from, to] = {
    ordered: [owed, transit],
    executed: [transit, bank],
    returned: [bank, owed],
    withdrawn: [transit, owed],
  }[step] as [Account, Account];
  const { details, ...author } = postedBy(ctx);
  await postEntry(ctx.tx, {
    key: `payout:${payout.id}:${step}`,
    kind: kinds[step],
    description: endToEndId,
    ...author,
    ...(at ? { at } : {}),
    details: { ...details, exchange: payee, payment: messageId, ...(bankReference ? { bank: bankReference } : {}) },
    lines: linesOf(
      line(from, chargesMicros - amountMicros),
      line(platformAccount("bank_charges", currency), -chargesMicros),
      line(to, amountMicros),
    ),
  });
}
