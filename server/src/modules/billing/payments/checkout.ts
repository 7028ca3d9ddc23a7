import type Stripe from "stripe";

/** The parts of a checkout, or of a charge of a saved card, that a payment depends on. */
export type Checkout = {
  id: string;
  /** Our payment id, as sent to the processor. */
  paymentId: string | null;
  url: string | null;
  /** `refused`: a saved card was declined without a user present to enter another one. */
  state: "open" | "paid" | "expired" | "refused";
  /** What the card paid, in minor units. */
  amountMinor: number;
  currency: string;
  /** The processor's id of the payment itself. */
  reference: string | null;
  /** Why the last card was declined. */
  failureCode: string | null;
};

export function checkoutOf(session: Stripe.Checkout.Session): Checkout {
  const intent = session.payment_intent;
  const error = intent && typeof intent === "object" ? intent.last_payment_error : null;
  return {
    id: session.id,
    paymentId: session.client_reference_id ?? session.metadata?.payment ?? null,
    url: session.url,
    state: session.payment_status === "paid" ? "paid" : session.status === "expired" ? "expired" : "open",
    amountMinor: session.amount_total ?? 0,
    currency: (session.currency ?? "").toUpperCase(),
    reference: typeof intent === "string" ? intent : (intent?.id ?? null),
    failureCode: failureOf(error),
  };
}

/** Marks a charge of a saved card among the processor's payments. */
export const savedCardMark = { saved_card: "yes" };

/**
 * A charge of a saved card in the shape of a checkout; its `url` is the bank's page where the cardholder confirms it.
 */
export function checkoutOfIntent(intent: Stripe.PaymentIntent): Checkout {
  return {
    id: intent.id,
    paymentId: intent.metadata.payment ?? null,
    url: intent.next_action?.redirect_to_url?.url ?? null,
    state: stateOf(intent),
    amountMinor: intent.amount_received,
    currency: intent.currency.toUpperCase(),
    reference: intent.id,
    failureCode: failureOf(intent.last_payment_error),
  };
}

/** An intent needs a card before the first attempt and after a declined one (Stripe: PaymentIntent lifecycle). */
function stateOf({ status, last_payment_error: error }: Stripe.PaymentIntent): Checkout["state"] {
  if (status === "succeeded") return "paid";
  if (status === "canceled") return "expired";
  return status === "requires_payment_method" && error !== null ? "refused" : "open";
}

const failureOf = (error: Stripe.PaymentIntent.LastPaymentError | null): string | null =>
  error ? (error.decline_code ?? error.code ?? "card_declined") : null;
