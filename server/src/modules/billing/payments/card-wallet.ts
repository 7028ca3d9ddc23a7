import { createHash } from "node:crypto";
import type { Language } from "@litfass/contract/kernel/language";
import type Stripe from "stripe";
import { type Checkout, checkoutOfIntent, savedCardMark } from "./checkout.ts";
import { stripeSdk } from "./stripe-sdk.ts";

/** A card that the processor stores for a user. */
export type SavedCard = { id: string; brand: string; last4: string; expMonth: number; expYear: number };

export type SavedCardCharge = {
  paymentId: string;
  customer: string;
  card: string;
  amountMinor: number;
  currency: string;
  description: string;
  /** The return URL of the bank's page. */
  returnUrl: string;
};

export type CardKeeping = {
  customer: string;
  currency: string;
  language: Language;
  successUrl: string;
  cancelUrl: string;
};

/** Users and their saved cards at the processor. All calls throw 503 if it does not answer. */
export type CardWallet = {
  /** The processor's customer id of a user; the same user always gets the same id. */
  createCustomer(user: { uid: string; email: string | null; name: string }): Promise<string>;
  /** The cards of a customer, the newest first. */
  list(customer: string): Promise<SavedCard[]>;
  /** Opens the processor's page that saves a card without charging it; the bank may ask the cardholder to confirm. */
  keep(keeping: CardKeeping): Promise<string>;
  remove(card: string): Promise<void>;
  /** Charges a saved card. If the bank asks the cardholder to confirm, the charge is open and has a URL. */
  charge(charge: SavedCardCharge): Promise<Checkout>;
};

const maxCards = 20;

export function cardWallet(stripe: () => Stripe, request: <T>(call: () => Promise<T>) => Promise<T>): CardWallet {
  return {
    createCustomer: ({ uid, email, name }) =>
      request(async () => {
        const customer = { name, metadata: { user: uid }, ...(email ? { email } : {}) };
        // The processor refuses a key with other parameters, so that the profile may change between two attempts.
        const profile = createHash("sha256")
          .update(JSON.stringify([name, email]))
          .digest("hex");
        return (await stripe().customers.create(customer, { idempotencyKey: `customer:${uid}:${profile}` })).id;
      }),
    list: (customer) =>
      request(async () => {
        const { data } = await stripe().paymentMethods.list({ customer, type: "card", limit: maxCards });
        return data.flatMap(({ id, card }) =>
          card ? [{ id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }] : [],
        );
      }),
    keep: (keeping) =>
      request(async () => {
        const { url, id } = await stripe().checkout.sessions.create(keepingOf(keeping));
        if (!url) throw new Error(`Checkout ${id} has no page`);
        return url;
      }),
    remove: (card) => request(async () => void (await stripe().paymentMethods.detach(card))),
    charge: (input) =>
      request(async () => {
        try {
          return checkoutOfIntent(
            await stripe().paymentIntents.create(intentOf(input), { idempotencyKey: input.paymentId }),
          );
        } catch (error) {
          if (error instanceof stripeSdk().errors.StripeCardError && error.payment_intent) {
            return checkoutOfIntent(error.payment_intent);
          }
          throw error;
        }
      }),
  };
}

const keepingOf = (keeping: CardKeeping): Stripe.Checkout.SessionCreateParams => ({
  mode: "setup",
  currency: keeping.currency.toLowerCase(),
  customer: keeping.customer,
  locale: keeping.language,
  success_url: keeping.successUrl,
  cancel_url: keeping.cancelUrl,
});

const intentOf = (charge: SavedCardCharge): Stripe.PaymentIntentCreateParams => ({
  amount: charge.amountMinor,
  currency: charge.currency.toLowerCase(),
  customer: charge.customer,
  payment_method: charge.card,
  confirm: true,
  description: charge.description,
  return_url: charge.returnUrl,
  metadata: { payment: charge.paymentId, ...savedCardMark },
});
