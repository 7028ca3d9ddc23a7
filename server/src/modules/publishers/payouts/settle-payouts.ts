import { minorOfMicros } from "@litfass/contract/kernel/money";
import { actorUid } from "@litfass/platform/command/actor";
import type { CommandContext } from "@litfass/platform/command/command";
import { type BookedPayout, bookPayout } from "../../billing/index.ts";
import { auditSubjectOf, todayOf } from "../publisher-access.ts";
import { lockPublisher, payeeOf } from "../publisher-sql.ts";
import { findPayee } from "../statements/payee-sql.ts";
import { closePaymentRow, lockPayment } from "../statements/payment-sql.ts";
import { markDue, markPaid } from "../statements/statement-sql.ts";
import { insertBlock } from "./block-sql.ts";
import { mailReturnedJob } from "./mail-returned.ts";
import { noteCanceled, noteExecuted, noteReturned, type PayoutRow, payoutsOfPayment } from "./payout-sql.ts";

/*
 * What happens to payouts. Callers hold the lock of payouts (`lockPayouts`), have read the payout under it, and close its
 * payment afterwards.
 */

const bookedOf = ({ id, sellerId, messageId, endToEndId, currency, amountMicros }: PayoutRow): BookedPayout => ({
  id,
  payee: payeeOf(sellerId),
  messageId,
  endToEndId,
  currency,
  amountMicros,
});

/** What the bank says about a payout: on which value date, by which of its entries. */
type BankNews = { on: string; entryId: number | null; bankReference: string | null };
type ReturnNews = BankNews & {
  code: string | null;
  text: string | null;
  /** What banks deducted on the way back. */
  chargesMicros?: bigint;
};

/** Noon of a value date, but not before the payout was ordered, and not in the future. */
function bookedAt(ctx: CommandContext, { createdAt }: PayoutRow, on: string): Date {
  const noon = new Date(`${on}T12:00:00Z`).getTime();
  return new Date(Math.min(ctx.clock.now().getTime(), Math.max(createdAt.getTime(), noon)));
}

async function recordStep(ctx: CommandContext, payout: PayoutRow, after: PayoutRow["state"]): Promise<void> {
  const { publisherId, endToEndId, amountMicros, currency } = payout;
  await ctx.audit.record({
    subject: auditSubjectOf(publisherId),
    changes: [
      { field: "payout", before: payout.state, after },
      { field: "amount", before: null, after: { amount: minorOfMicros(amountMicros), currency } },
    ],
    details: { description: endToEndId },
  });
}

/** The bank executed a payout: its credit note is paid. */
export async function executePayout(ctx: CommandContext, payout: PayoutRow, { on, entryId, bankReference }: BankNews) {
  const at = bookedAt(ctx, payout, on);
  await noteExecuted(ctx.tx, payout.id, { on, entryId });
  await markPaid(ctx.tx, payout.statementId, at);
  await bookPayout(ctx, "executed", bookedOf(payout), { at, bankReference });
  await recordStep(ctx, payout, "executed");
}

/** The bank sent an executed payout back: it is owed to the publisher again. */
export async function returnPayout(ctx: CommandContext, payout: PayoutRow, news: ReturnNews): Promise<void> {
  const at = bookedAt(ctx, payout, news.on);
  const { bankReference, chargesMicros = 0n } = news;
  await bookPayout(ctx, "returned", bookedOf(payout), { at, bankReference, chargesMicros });
  await sendBack(ctx, payout, { ...news, state: "returned" });
}

/** The bank refused a payout before it booked it: it is owed to the publisher again. */
export async function rejectPayout(ctx: CommandContext, payout: PayoutRow, news: ReturnNews): Promise<void> {
  await bookPayout(ctx, "withdrawn", bookedOf(payout));
  await sendBack(ctx, payout, { ...news, state: "rejected" });
}

async function sendBack(
  ctx: CommandContext,
  payout: PayoutRow,
  news: ReturnNews & { state: "returned" | "rejected" },
): Promise<void> {
  const { tx, clock } = ctx;
  const { id, statementId, publisherId } = payout;
  const now = clock.now();
  await noteReturned(tx, id, news);
  await markDue(tx, statementId);
  await recordStep(ctx, payout, news.state);
  await lockPublisher(tx, publisherId, todayOf(now));
  const payee = await findPayee(tx, publisherId);
  // A publisher who has changed the account in the meantime has done what is needed.
  if (payee === null || payee.iban === payout.payee.iban) await insertBlock(tx, { publisherId, payoutId: id, at: now });
  await ctx.jobs.send(mailReturnedJob, { payout: id }, { singletonKey: String(id) });
}

/** A payment is canceled before the bank executed a payout. */
export async function cancelPayout(ctx: CommandContext, payout: PayoutRow): Promise<void> {
  await noteCanceled(ctx.tx, payout.id);
  await markDue(ctx.tx, payout.statementId);
  await bookPayout(ctx, "withdrawn", bookedOf(payout));
}

/** Closes a payment none of whose payouts is in transit any more. */
export async function closeSettledPayment(ctx: CommandContext, paymentId: number): Promise<void> {
  const payment = await lockPayment(ctx.tx, paymentId);
  if (payment?.state !== "created") return;
  const states = new Set((await payoutsOfPayment(ctx.tx, paymentId)).map(({ state }) => state));
  if (states.has("in_payment")) return;
  const isPaid = states.has("executed") || states.has("returned");
  const state = isPaid ? "paid" : states.has("rejected") ? "rejected" : "canceled";
  await closePaymentRow(ctx.tx, paymentId, state, { at: ctx.clock.now(), by: actorUid(ctx.actor) });
  await ctx.audit.record({
    subject: { type: "publisher_payment", id: String(paymentId) },
    changes: [{ field: "state", before: payment.state, after: state }],
    details: { description: payment.messageId },
  });
}
