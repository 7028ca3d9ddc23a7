import type Stripe from "stripe";

/** A checkout as far as a payment depends on it. */
export type Checkout = {
  id: string;
  /** Our number of the payment, as the processor was told it. */
  paymentId: string | null;
  url: string | null;
  state: "open" | "paid" | "expired";
  /** What the card paid, in minor units. */
  amountMinor: number;
  currency: string;
  /** The processor's number of the payment itself. */
  reference: string | null;
  /** Why the last card was refused. */
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
    failureCode: error ? (error.decline_code ?? error.code ?? "card_declined") : null,
  };
}
