import Stripe from "stripe";
import { unavailable } from "../platform/problem.ts";
import { type Checkout, checkoutOf } from "./checkout.ts";
import { type CardRecords, cardRecords } from "./reconcile-records.ts";

export type CardProcessorConfig = { secretKey: string; webhookSecret: string; apiUrl: string };

export type NewCheckout = {
  paymentId: string;
  currency: string;
  positions: { name: string; amountMinor: number }[];
  email: string | null;
  language: "en" | "de";
  successUrl: string;
  cancelUrl: string;
};

/** A signed message of the processor; `checkout` or `declined` where it concerns a payment. */
export type CardEvent = {
  id: string;
  type: string;
  checkout: Checkout | null;
  declined: { paymentId: string; failureCode: string } | null;
};

/** The processor answered and says no; asking again changes nothing. */
export class CardRefused extends Error {
  override name = "CardRefused";
}

export type CardProcessor = {
  /** @throws 503 where the processor does not answer. */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  retrieveCheckout(id: string): Promise<Checkout>;
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
  return {
    createCheckout: (input) =>
      ask(async () =>
        checkoutOf(await stripe.checkout.sessions.create(sessionOf(input), { idempotencyKey: input.paymentId })),
      ),
    retrieveCheckout: (id) =>
      ask(async () => checkoutOf(await stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent"] }))),
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
  payment_intent_data: { metadata: { payment: input.paymentId } },
  line_items: input.positions.map(({ name, amountMinor }) => ({
    quantity: 1,
    price_data: {
      currency: input.currency.toLowerCase(),
      unit_amount: amountMinor,
      product_data: { name },
    },
  })),
  locale: input.language,
  ...(input.email ? { customer_email: input.email } : {}),
  success_url: input.successUrl,
  cancel_url: input.cancelUrl,
});

function cardEventOf(event: Stripe.Event): CardEvent {
  const known = { id: event.id, type: event.type, checkout: null, declined: null };
  if (event.type.startsWith("checkout.session.")) {
    return { ...known, checkout: checkoutOf(event.data.object as Stripe.Checkout.Session) };
  }
  if (event.type === "payment_intent.payment_failed") {
    const { metadata, last_payment_error: error } = event.data.object;
    const failureCode = error?.decline_code ?? error?.code ?? "card_declined";
    return metadata.payment ? { ...known, declined: { paymentId: metadata.payment, failureCode } } : known;
  }
  return known;
}
