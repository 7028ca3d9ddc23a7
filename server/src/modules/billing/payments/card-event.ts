import type Stripe from "stripe";
import { z } from "zod";
import { type Checkout, checkoutOf, checkoutOfIntent, savedCardMark } from "./checkout.ts";
import { type FailedRefund, failedRefundOf, isFailed } from "./reconcile-records.ts";

/** A signed event of the processor. `checkout` or `declined` is set if it concerns a payment, else a failed refund. */
export type CardEvent = {
  id: string;
  type: string;
  checkout: Checkout | null;
  declined: { paymentId: string; failureCode: string } | null;
  failedRefund: FailedRefund | null;
};

/** The types that are applied: those that the webhook must be sent. Any other type changes nothing. */
export const cardEventTypes = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "refund.updated",
  "refund.failed",
] as const satisfies Stripe.Event["type"][];

const id = z.string().min(1).max(255);
const eventSchema = z.object({ id, type: id, data: z.object({ object: z.looseObject({ id }) }) });
/** The required fields of an intent. */
const intentSchema = z.looseObject({ currency: z.string(), metadata: z.record(z.string(), z.string()) });

/** Parses a signed event as far as billing needs it; null if it is not an event of the processor. */
export function cardEventOf(message: unknown): CardEvent | null {
  const parsed = eventSchema.safeParse(message);
  if (!parsed.success) return null;
  const { id, type, data } = parsed.data;
  const known = { id, type, checkout: null, declined: null, failedRefund: null };
  if (type.startsWith("checkout.session.")) {
    return { ...known, checkout: checkoutOf(data.object as unknown as Stripe.Checkout.Session) };
  }
  if (type.startsWith("payment_intent.")) return intentEventOf(known, data.object);
  if (type.startsWith("refund.")) {
    const refund = data.object as unknown as Stripe.Refund;
    return isFailed(refund) ? { ...known, failedRefund: failedRefundOf(refund) } : known;
  }
  return known;
}

function intentEventOf(known: CardEvent, object: unknown): CardEvent | null {
  if (!intentSchema.safeParse(object).success) return null;
  const intent = object as Stripe.PaymentIntent;
  const { metadata, last_payment_error: error } = intent;
  if (metadata.saved_card === savedCardMark.saved_card) return { ...known, checkout: checkoutOfIntent(intent) };
  if (known.type !== "payment_intent.payment_failed" || !metadata.payment) return known;
  const failureCode = error?.decline_code ?? error?.code ?? "card_declined";
  return { ...known, declined: { paymentId: metadata.payment, failureCode } };
}
