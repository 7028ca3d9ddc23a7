import { minorOfMicros } from "@litfass/contract/kernel/money";
import type { Platform } from "@litfass/platform/platform";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { findUser, type UserRow } from "../../users/index.ts";
import { dayOf, textIn } from "../invoices/invoice.ts";
import { issueInvoice } from "../invoices/issue-invoice.ts";
import { creditPackage, topUpByCard } from "../ledger/credit.ts";
import { bookPlan } from "../plans/book-plan.ts";
import { remindOfDecline } from "../plans/remind-subscribers.ts";
import type { PaymentRow } from "../tables.ts";
import { vatRateFor } from "../vat/vat.ts";
import type { CardProcessor } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { dueMicros, subjectOf } from "./payment.ts";
import { lockPaymentOfCheckout, updatePayment } from "./payment-sql.ts";

/**
 * Applies what the processor says of a checkout to its payment. A paid one is credited, invoiced, and where it bought a
 * package, booked, all in this transaction; a payment that is settled already stays as it is. Money counts more than an
 * earlier end: one that was given up and is paid after all is credited. null: not ours.
 */
export async function settleCheckout(
  tx: Transaction,
  platform: Platform,
  checkout: Checkout,
): Promise<PaymentRow | null> {
  const payment = await lockPaymentOfCheckout(tx, checkout);
  const isOpen = payment?.status === "pending" || (payment?.status === "failed" && checkout.state === "paid");
  if (!payment || !isOpen) return payment;
  const now = platform.clock.now();
  if (checkout.state === "expired") {
    return updatePayment(tx, payment.id, { status: "failed", failureCode: "expired", settledAt: now });
  }
  if (checkout.state === "refused") {
    const changes = { status: "failed", failureCode: checkout.failureCode, settledAt: now } as const;
    const failed = await updatePayment(tx, payment.id, changes);
    await remindOfDecline(tx, platform, failed);
    return failed;
  }
  if (checkout.state === "open") {
    if (checkout.failureCode === null || checkout.failureCode === payment.failureCode) return payment;
    return updatePayment(tx, payment.id, { failureCode: checkout.failureCode });
  }
  if (checkout.amountMinor !== minorOfMicros(dueMicros(payment)) || checkout.currency !== payment.currency) {
    throw new Error(`Checkout ${checkout.id} was paid with another amount or currency than payment ${payment.id} asks`);
  }
  const owner = await findUser(tx, payment.ownerUid);
  if (!owner) throw new Error(`Payment ${payment.id} has no owner`);
  return creditPayment(tx, platform, payment, owner, checkout.reference);
}

/** Books a payment that the card has paid: invoice, budget, package, and the payment's own state. */
export async function creditPayment(
  tx: Transaction,
  platform: Platform,
  payment: PaymentRow,
  owner: UserRow,
  reference: string | null,
): Promise<PaymentRow> {
  const now = platform.clock.now();
  const { seller, vatRates } = platform.config;
  const subject = subjectOf(payment);
  const invoice = await issueInvoice(tx, {
    owner,
    seller,
    currency: payment.currency,
    subject,
    netMicros: payment.amountMicros,
    vatMicros: payment.vatMicros,
    vatRate: payment.vatMicros === 0n ? 0 : vatRateFor(owner.countryCode, dayOf(payment.createdAt), vatRates),
    paidBy: "card",
    at: now,
  });
  const post = payment.kind === "package" ? creditPackage : topUpByCard;
  const { entryId } = await post(tx, {
    ownerUid: owner.uid,
    currency: payment.currency,
    amountMicros: payment.amountMicros,
    vatMicros: payment.vatMicros,
    key: `payment:${payment.id}`,
    description: textIn(subject, owner.lang),
    details: { payment: payment.id, invoice: invoice.number, ...(payment.plan ? { plan: payment.plan } : {}) },
    at: now,
  });
  if (payment.plan)
    await bookPlan(tx, { ownerUid: owner.uid, plan: payment.plan, key: `payment:${payment.id}`, at: now });
  return updatePayment(tx, payment.id, {
    status: "succeeded",
    reference,
    failureCode: null,
    entryId,
    invoiceNumber: invoice.number,
    settledAt: now,
  });
}

/** Asks the processor for a pending payment's state and applies it. */
export async function confirmPayment(
  platform: Platform,
  cards: CardProcessor,
  payment: PaymentRow,
): Promise<PaymentRow> {
  if (payment.status !== "pending" || payment.checkoutId === null) return payment;
  const checkout = await cards.retrieveCheckout(payment.checkoutId);
  return (await platform.db.transaction((tx) => settleCheckout(tx, platform, checkout))) ?? payment;
}
