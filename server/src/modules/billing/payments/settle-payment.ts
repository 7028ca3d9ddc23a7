import { minorOfMicros } from "@litfass/contract/kernel/money";
import { changesBetween } from "@litfass/platform/audit/audit";
import type { Actor } from "@litfass/platform/command/actor";
import { type CommandCall, type CommandContext, command } from "@litfass/platform/command/command";
import { findCompany } from "@litfass/platform/settings/read-settings";
import { findUser } from "../../users/index.ts";
import { dayOf, textIn } from "../invoices/invoice.ts";
import { discountOf, issueInvoice } from "../invoices/issue-invoice.ts";
import { sendInvoiceMail } from "../invoices/mail-invoice.ts";
import { creditPackage, topUpByCard } from "../ledger/credit.ts";
import { bookPlan } from "../plans/book-plan.ts";
import { bookedOf } from "../plans/plan.ts";
import { requestDeclineMail } from "../plans/remind-subscribers.ts";
import { postedBy } from "../posted-by.ts";
import { bookDiscount } from "../prices/book-discount.ts";
import { runCommand } from "../run-command.ts";
import { sellerOf } from "../seller.ts";
import type { PaymentRow } from "../tables.ts";
import { vatRateFor } from "../vat/vat.ts";
import type { CardWork } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { dueMicros, subjectOf } from "./payment.ts";
import { lockPaymentOfCheckout, updatePayment } from "./payment-sql.ts";

/**
 * Applies the processor's state of a checkout to its payment: a paid one is credited and invoiced, its plan is
 * booked, and the receipt is mailed. A settled payment stays unchanged. Returns null for an unknown checkout.
 */
export const settlePayment = command({
  name: "billing.settle_payment",
  errors: [],
  run: ({ ctx, input }: CommandCall<{ checkout: Checkout }>): Promise<PaymentRow | null> =>
    settleCheckout(ctx, input.checkout),
});

/** The same within another command, including the audit entry. */
export async function settleCheckout(ctx: CommandContext, checkout: Checkout): Promise<PaymentRow | null> {
  const payment = await lockPaymentOfCheckout(ctx.tx, checkout);
  const settled = payment && (await settle(ctx, payment, checkout));
  await recordPayment(ctx, payment, settled);
  return settled;
}

async function settle(ctx: CommandContext, payment: PaymentRow, checkout: Checkout): Promise<PaymentRow> {
  // Money overrides an earlier end: a canceled payment that is paid after all is credited.
  const isOpen = payment.status === "pending" || (payment.status === "failed" && checkout.state === "paid");
  if (!isOpen) return payment;
  const failed = (failureCode: string | null) =>
    updatePayment(ctx.tx, payment.id, { status: "failed", failureCode, settledAt: ctx.clock.now() });
  switch (checkout.state) {
    case "expired":
      return failed("expired");
    case "refused": {
      const refused = await failed(checkout.failureCode);
      await requestDeclineMail(ctx, refused);
      return refused;
    }
    case "open": {
      const isNews = checkout.failureCode !== null && checkout.failureCode !== payment.failureCode;
      return isNews ? updatePayment(ctx.tx, payment.id, { failureCode: checkout.failureCode }) : payment;
    }
    case "paid":
      return creditPayment(ctx, payment, checkout);
  }
}

/** Books a paid card payment: invoice, budget, plan, and the payment's state. */
async function creditPayment(ctx: CommandContext, payment: PaymentRow, checkout: Checkout): Promise<PaymentRow> {
  if (checkout.amountMinor !== minorOfMicros(dueMicros(payment)) || checkout.currency !== payment.currency) {
    throw new Error(`Checkout ${checkout.id} was paid with another amount or currency than payment ${payment.id} has`);
  }
  const { tx, config } = ctx;
  const owner = await findUser(tx, payment.ownerUid);
  if (!owner) throw new Error(`Payment ${payment.id} has no owner`);
  const by = postedBy(ctx);
  const subject = subjectOf(payment);
  const booked = payment.plan && bookedOf(payment.plan, payment.planMonths);
  // The tax was computed when the payment began, perhaps before a change of the rates.
  const taxing = await findCompany(tx, config.company, payment.createdAt);
  const invoice = await issueInvoice(tx, {
    owner,
    seller: {
      ...sellerOf(await findCompany(tx, config.company, by.at), payment.currency),
      vatNumber: taxing.vat_number,
    },
    currency: payment.currency,
    subject,
    netMicros: payment.amountMicros,
    vatMicros: payment.vatMicros,
    vatRate: payment.vatMicros === 0n ? 0 : vatRateFor(owner.countryCode, dayOf(payment.createdAt), taxing),
    paidBy: "card",
    discount: discountOf(payment),
    at: by.at,
  });
  await sendInvoiceMail(ctx, tx, invoice.number);
  const post = payment.kind === "package" ? creditPackage : topUpByCard;
  const key = `payment:${payment.id}`;
  const { entryId } = await post(tx, {
    ...by,
    ownerUid: owner.uid,
    currency: payment.currency,
    amountMicros: payment.amountMicros,
    vatMicros: payment.vatMicros,
    key,
    description: textIn(subject, owner.lang),
    details: {
      ...by.details,
      payment: payment.id,
      invoice: invoice.number,
      ...(booked ?? {}),
    },
  });
  await bookDiscount(ctx, { ownerUid: owner.uid, key, paidEntry: entryId, sale: payment, language: owner.lang });
  if (booked) await bookPlan(tx, { ...booked, ownerUid: owner.uid, key, at: by.at });
  return updatePayment(tx, payment.id, {
    status: "succeeded",
    reference: checkout.reference,
    failureCode: null,
    entryId,
    invoiceNumber: invoice.number,
    settledAt: by.at,
  });
}

/** Records a payment's change of state in the audit log. */
export async function recordPayment(
  { audit }: CommandContext,
  before: PaymentRow | null,
  after: PaymentRow | null,
): Promise<void> {
  const stateOf = (row: PaymentRow | null) => ({ status: row?.status ?? null, failure: row?.failureCode ?? null });
  const changes = changesBetween(stateOf(before), stateOf(after));
  if (!after || changes.length === 0) return audit.unchanged("the payment is as it was");
  await audit.record({ subject: { type: "payment", id: after.id }, changes });
}

/**
 * Fetches a pending payment's state from the processor and applies it. @throws 503 if the processor does not answer.
 */
export async function confirmPayment(
  { cards, execute }: CardWork,
  actor: Actor,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "pending" || payment.checkoutId === null) return payment;
  const checkout = await cards.retrieveCheckout(payment.checkoutId);
  return (await runCommand(execute, settlePayment, actor, { checkout })) ?? payment;
}
