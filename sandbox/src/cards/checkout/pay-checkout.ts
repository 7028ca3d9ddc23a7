import { CardError } from "../card-error.ts";
import type { CardObject } from "../card-store.ts";
import type { Cards } from "../cards.ts";
import { confirmPayment, confirmSetup, failAuthentication } from "../confirm-intent.ts";
import { addIntent } from "../payment-intents.ts";
import { addCard, type NewCard, noBillingDetails } from "../payment-methods.ts";
import { addTwint } from "../twint.ts";
import { detailsOf, type IntentData } from "./checkout-sessions.ts";

export type Outcome =
  | { kind: "paid"; session: CardObject }
  | { kind: "asks"; session: CardObject; intentId: string }
  | { kind: "refused"; session: CardObject; code: string | undefined; declineCode: string | undefined };

/** The payment of a checkout; created with the first card, like Stripe's. */
function intentOf(cards: Cards, session: CardObject): CardObject {
  if (typeof session.payment_intent === "string") return cards.store.get("payment_intent", session.payment_intent);
  const data = cards.store.get("sandbox.intent_data", `intent:${session.id}`) as CardObject & IntentData;
  const intent = addIntent(cards, {
    amount: Number(session.amount_total),
    currency: String(session.currency),
    customer: session.customer as string | null,
    description: data.description,
    metadata: data.metadata,
    receiptEmail: data.receiptEmail,
    setupFutureUsage: data.setupFutureUsage,
    paymentMethodTypes: session.payment_method_types as string[],
    automaticMethods: false,
    paymentMethod: null,
  });
  session.payment_intent = intent.id;
  cards.store.save(session);
  return intent;
}

/** Whether a checkout saves a card without a charge. */
export const isSetup = (session: CardObject): boolean => session.mode === "setup";

/** Whether the buyer may choose TWINT. */
export const takesTwint = (session: CardObject): boolean =>
  (session.payment_method_types as string[]).includes("twint");

/** Charges or saves the card of an open checkout, or starts its payment with TWINT, atomically. */
export function payCheckout(
  cards: Cards,
  session: CardObject,
  card: NewCard | "twint",
  holder: { email: string; name: string | null },
): Outcome {
  return cards.store.transaction(() => {
    let method: CardObject;
    try {
      const billing = { ...noBillingDetails, ...holder };
      method = card === "twint" ? addTwint(cards, billing) : addCard(cards, card, billing);
    } catch (error) {
      if (!(error instanceof CardError)) throw error;
      return { kind: "refused", session, code: error.body.code, declineCode: error.body.decline_code };
    }
    const intent = isSetup(session) ? null : intentOf(cards, session);
    const open: CardObject = { ...session, customer_details: detailsOf(holder.email, holder.name) };
    cards.store.save(open);
    const returnUrl = `${cards.sandboxUrl}/checkout/${session.id}`;
    const confirmation = { offSession: false, isConfirmed: false, returnUrl };
    const result =
      intent === null
        ? confirmSetup(cards, cards.store.get("setup_intent", String(session.setup_intent)), method, confirmation)
        : confirmPayment(cards, intent, method, confirmation);
    return outcomeOf(cards, open, result.intent, result.error);
  });
}

function outcomeOf(cards: Cards, session: CardObject, intent: CardObject, error: CardError | null): Outcome {
  if (error !== null) return { kind: "refused", session, code: error.body.code, declineCode: error.body.decline_code };
  if (intent.status === "requires_action") return { kind: "asks", session, intentId: intent.id };
  const payment_status = isSetup(session) ? session.payment_status : "paid";
  const complete: CardObject = { ...session, payment_status, status: "complete", url: null };
  cards.store.save(complete);
  cards.emit("checkout.session.completed", complete);
  return { kind: "paid", session: complete };
}

/** Applies the cardholder's answer for a payment or a card, with or without a checkout. */
export function answerVerification(
  cards: Cards,
  intent: CardObject,
  session: CardObject | null,
  isConfirmed: boolean,
): Outcome | null {
  return cards.store.transaction(() => {
    const method = cards.store.get("payment_method", String(intent.payment_method));
    if (!isConfirmed) {
      failAuthentication(cards, intent, method);
      const code = `${intent.object}_authentication_failure`;
      return session === null ? null : { kind: "refused", session, code, declineCode: undefined };
    }
    const confirm = intent.object === "setup_intent" ? confirmSetup : confirmPayment;
    const result = confirm(cards, intent, method, { offSession: false, isConfirmed, returnUrl: null });
    return session === null ? null : outcomeOf(cards, session, result.intent, result.error);
  });
}

/** The return URL of a paid checkout. */
export const successUrlOf = (session: CardObject): string =>
  String(session.success_url).replaceAll("{CHECKOUT_SESSION_ID}", session.id);
