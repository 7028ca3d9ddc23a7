import type { CardObject } from "./card-store.ts";
import type { Cards } from "./cards.ts";
import type { BillingDetails } from "./payment-methods.ts";

const maxMinor = 500_000;

/**
 * Whether a payment can be made with TWINT: in francs, up to CHF 5,000, and not while a card is saved for later
 * payments (Stripe, TWINT payments).
 */
export const offersTwint = (currency: string, amountMinor: number, savesCard: boolean): boolean =>
  currency.toLowerCase() === "chf" && amountMinor <= maxMinor && !savesCard;

/** TWINT as a payment method; like Stripe's, it has no details. */
export const addTwint = (cards: Cards, billing: BillingDetails): CardObject =>
  cards.store.add("payment_method", cards.store.newId("pm_"), {
    allow_redisplay: "unspecified",
    billing_details: billing,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    twint: {},
    type: "twint",
  });
