import type { Language } from "@litfass/contract/kernel/language";
import type { Execute } from "@litfass/platform/command/execute";
import type { Platform } from "@litfass/platform/platform";
import { invalid, unavailable } from "@litfass/platform/problem";
import type Stripe from "stripe";
import { type CardEvent, cardEventOf } from "./card-event.ts";
import { type CardWallet, cardWallet } from "./card-wallet.ts";
import { type Checkout, checkoutOf, checkoutOfIntent } from "./checkout.ts";
import { type CardRecords, cardRecords } from "./reconcile-records.ts";
import { connectStripe, stripeSdk } from "./stripe-sdk.ts";

export type CardProcessorConfig = { secretKey: string; webhookSecret: string; apiUrl: string };

export type NewCheckout = {
  paymentId: string;
  currency: string;
  positions: { name: string; amountMinor: number }[];
  /** The processor's customer id if the card is to be saved; else only the e-mail. */
  customer: string | null;
  email: string | null;
  language: Language;
  successUrl: string;
  cancelUrl: string;
};

/** The processor rejected the request; repeating it would give the same answer. */
export class CardRefused extends Error {
  override name = "CardRefused";
}

export type CardProcessor = {
  /** @throws 503 if the processor does not answer. */
  createCheckout(checkout: NewCheckout): Promise<Checkout>;
  retrieveCheckout(id: string): Promise<Checkout>;
  /** Closes an open checkout. Returns its final state, because it may have been paid just before. */
  closeCheckout(id: string): Promise<Checkout>;
  wallet: CardWallet;
  /**
   * Refunds the card; repeating the same id within a day refunds it once.
   * @throws CardRefused if the processor rejects it.
   */
  refund(refund: { id: string; reference: string; amountMinor: number }): Promise<{ id: string }>;
  records: CardRecords;
  /**
   * Parses a webhook's body; null if the signature is wrong, too old or from the future, or the body is not an event.
   */
  readEvent(body: Buffer, signature: string, at: Date): CardEvent | null;
};

/**
 * Dependencies of calls that move money at the card processor: commands for the books, the processor outside their
 * transactions.
 */
export type CardWork = { platform: Platform; cards: CardProcessor; execute: Execute<unknown> };

const timeoutMs = 15_000;
const toleranceSeconds = 300;

/** Cards by Stripe through its official SDK, at `apiUrl`: Stripe itself, or the sandbox (PAY-007). */
export function createCardProcessor(config: CardProcessorConfig): CardProcessor {
  let client: Stripe | null = null;
  const stripe = (): Stripe => {
    client ??= connectStripe({ ...config, timeoutMs, maxRetries: 2 });
    return client;
  };
  const request = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      const { errors } = stripeSdk();
      const isTheirs = error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError;
      if (isTheirs) throw unavailable();
      const limit = error instanceof errors.StripeInvalidRequestError ? amountLimits[error.code ?? ""] : undefined;
      throw limit ? invalid({ amount: [limit] }) : error;
    }
  };
  const retrieve = async (id: string): Promise<Checkout> =>
    isIntent(id)
      ? checkoutOfIntent(await stripe().paymentIntents.retrieve(id))
      : checkoutOf(await stripe().checkout.sessions.retrieve(id, { expand: ["payment_intent"] }));
  return {
    createCheckout: (input) =>
      request(async () =>
        checkoutOf(await stripe().checkout.sessions.create(sessionOf(input), { idempotencyKey: input.paymentId })),
      ),
    retrieveCheckout: (id) => request(() => retrieve(id)),
    closeCheckout: (id) =>
      request(async () => {
        try {
          if (isIntent(id)) await stripe().paymentIntents.cancel(id);
          else await stripe().checkout.sessions.expire(id);
        } catch (error) {
          if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error;
        }
        return retrieve(id);
      }),
    wallet: cardWallet(stripe, request),
    refund: ({ id, reference, amountMinor }) =>
      request(async () => {
        try {
          const made = await stripe().refunds.create(
            { payment_intent: reference, amount: amountMinor, metadata: { refund: id } },
            { idempotencyKey: `refund:${id}` },
          );
          return { id: made.id };
        } catch (error) {
          if (error instanceof stripeSdk().errors.StripeInvalidRequestError) throw new CardRefused(error.message);
          throw error;
        }
      }),
    records: cardRecords(stripe, request),
    readEvent(body, signature, at) {
      if (signedAt(signature) - at.getTime() > toleranceSeconds * 1000) return null;
      try {
        const { webhookSecret } = config;
        const event = stripe().webhooks.constructEvent(
          body,
          signature,
          webhookSecret,
          toleranceSeconds,
          undefined,
          at.getTime(),
        );
        return cardEventOf(event);
      } catch (error) {
        // The library parses the body after checking the signature.
        const isUnsigned = error instanceof stripeSdk().errors.StripeSignatureVerificationError;
        if (isUnsigned || error instanceof SyntaxError) return null;
        throw error;
      }
    },
  };
}

/** The processor's own limits, in case they are narrower than those of `beginPayment`. */
const amountLimits: Record<string, "card.amount_too_small" | "card.amount_too_large"> = {
  amount_too_small: "card.amount_too_small",
  amount_too_large: "card.amount_too_large",
};

/** When a webhook was signed, in milliseconds; the library rejects old signatures but not future ones. */
const signedAt = (signature: string): number => Number(/(?:^|,)t=(\d{1,12})/.exec(signature)?.[1] ?? 0) * 1000;

/** Charges of saved cards have no checkout, so their own id is used. */
const isIntent = (id: string): boolean => id.startsWith("pi_");

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
