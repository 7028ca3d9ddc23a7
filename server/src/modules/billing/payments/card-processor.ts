import { unavailable } from "@litfass/platform/problem";
import Stripe from "stripe";
import { type CardWallet, cardWallet } from "./card-wallet.ts";
import { type Checkout, checkoutOf, checkoutOfIntent, savedCardMark } from "./checkout.ts";
import { type CardRecords, cardRecords, type FailedRefund, failedRefundOf, isFailed } from "./reconcile-records.ts";

export type CardProcessorConfig = { secretKey: string; webhookSecret: string; apiUrl: string };

export type NewCheckout = {
  paymentId: string;
  currency: string;
  positions: { name: string; amountMinor: number }[];
  /** The user at the processor, where the card is to be kept for the next time; else the e-mail alone. */
  customer: string | null;
  email: string | null;
  language: "en" | "de";
  successUrl: string;
  cancelUrl: string;
};

/** A signed message of the processor; `checkout` or `declined` where it concerns a payment, or a refund that failed. */
export type CardEvent = {
  id: string;
  type: string;
  checkout: Checkout | null;
  declined: { paymentId: string; failureCode: string } | null;
  failedRefund: FailedRefund | null;
};

/** The processor answered and says no; asking again changes nothing. */
export class CardRefused extends Error {
  override name = "CardRefused";
}

export type CardProcessor = {
  /** @throws 503 where the processor does not answer. */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  retrieveCheckout(id: string): Promise<Checkout>;
  /** Closes a checkout that is open still. Answers what became of it: it can have been paid in that moment. */
  closeCheckout(id: string): Promise<Checkout>;
  wallet: CardWallet;
  /**
   * Gives money back to the card; the same number again gives it back once, for a day.
   * @throws CardRefused where the processor will not do it.
   */
  refund(refund: { id: string; reference: string; amountMinor: number }): Promise<{ id: string }>;
  records: CardRecords;
  /** Reads a webhook's body. null where the signature is wrong or too old. */
  readEvent(body: Buffer, signature: string, at: Date): CardEvent | null;
};

const timeoutMs = 15_000;
const signatureToleranceSeconds = 300;

/** Cards by Stripe through its official SDK, at `apiUrl`: Stripe itself, or the demo's stand-in (PAY-007). */
export function createCardProcessor(config: CardProcessorConfig): CardProcessor {
  const stripe = new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(reachAt(config.apiUrl)),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      const isTheirs =
        error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError;
      if (isTheirs) throw unavailable();
      throw error;
    }
  };
  const retrieve = async (id: string): Promise<Checkout> =>
    isIntent(id)
      ? checkoutOfIntent(await stripe.paymentIntents.retrieve(id))
      : checkoutOf(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }));
  return {
    createCheckout: (input) =>
      ask(async () =>
        checkoutOf(await stripe.checkout.sessions.create(sessionOf(input), { idempotencyKey: input.paymentId })),
      ),
    retrieveCheckout: (id) => ask(() => retrieve(id)),
    closeCheckout: (id) =>
      ask(async () => {
        try {
          if (isIntent(id)) await stripe.paymentIntents.cancel(id);
          else await stripe.checkout.sessions.expire(id);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        }
        return retrieve(id);
      }),
    wallet: cardWallet(stripe, ask),
    refund: ({ id, reference, amountMinor }) =>
      ask(async () => {
        try {
          const made = await stripe.refunds.create(
            { payment_intent: reference, amount: amountMinor, metadata: { refund: id } },
            { idempotencyKey: `refund:${id}` },
          );
          return { id: made.id };
        } catch (error) {
          if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new CardRefused(error.message);
          throw error;
        }
      }),
    records: cardRecords(stripe, ask),
    readEvent(body, signature, at) {
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature,
          config.webhookSecret,
          signatureToleranceSeconds,
          undefined,
          at.getTime(),
        );
        return cardEventOf(event);
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
        throw error;
      }
    },
  };
}

/** Charges of saved cards have no checkout: their own number stands in its place. */
const isIntent = (id: string): boolean => id.startsWith("pi_");

/** The SDK knows host and port only; the stand-in lies below a path. */
const reachAt =
  (apiUrl: string): typeof fetch =>
  (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    return fetch(`${apiUrl}${asked.pathname}${asked.search}`, init);
  };

const sessionOf = (input: NewCheckout): Stripe.Checkout.SessionCreateParams => ({
  mode: "payment",
  client_reference_id: input.paymentId,
  metadata: { payment: input.paymentId },
  payment_intent_data: {
    metadata: { payment: input.paymentId },
    ...(input.customer ? { setup_future_usage: "off_session" as const } : {}),
  },
  line_items: input.positions.map(({ name, amountMinor }) => ({
    quantity: 1,
    price_data: {
      currency: input.currency.toLowerCase(),
      unit_amount: amountMinor,
      product_data: { name },
    },
  })),
  locale: input.language,
  ...(input.customer ? { customer: input.customer } : input.email ? { customer_email: input.email } : {}),
  success_url: input.successUrl,
  cancel_url: input.cancelUrl,
});

function cardEventOf(event: Stripe.Event): CardEvent {
  const known = { id: event.id, type: event.type, checkout: null, declined: null, failedRefund: null };
  if (event.type.startsWith("checkout.session.")) {
    return { ...known, checkout: checkoutOf(event.data.object as Stripe.Checkout.Session) };
  }
  if (event.type.startsWith("payment_intent.")) {
    const intent = event.data.object as Stripe.PaymentIntent;
    if (intent.metadata.saved_card === savedCardMark.saved_card)
      return { ...known, checkout: checkoutOfIntent(intent) };
  }
  if (event.type.startsWith("refund.")) {
    const refund = event.data.object as Stripe.Refund;
    return isFailed(refund) ? { ...known, failedRefund: failedRefundOf(refund) } : known;
  }
  if (event.type === "payment_intent.payment_failed") {
    const { metadata, last_payment_error: error } = event.data.object;
    const failureCode = error?.decline_code ?? error?.code ?? "card_declined";
    return metadata.payment ? { ...known, declined: { paymentId: metadata.payment, failureCode } } : known;
  }
  return known;
}
