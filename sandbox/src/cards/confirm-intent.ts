import { CardError, type CardErrorBody } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import type { Cards } from "./cards.ts";
import { addCharge } from "./charges.ts";
import { attach, numberOf } from "./payment-methods.ts";
import { findTestCard, type Refusal, refusalWords } from "./test-cards.ts";

export type Confirmation = {
  /** Off-session: the cardholder cannot confirm. */
  offSession: boolean;
  /** The cardholder has confirmed on the bank's page. */
  isConfirmed: boolean;
  returnUrl: string | null;
};

type Verdict = "accepted" | "asks" | CardErrorBody;

function verdictOf(
  cards: Cards,
  intent: CardObject,
  method: CardObject,
  { offSession, isConfirmed }: Confirmation,
): Verdict {
  // TWINT is confirmed in its app.
  if (method.type === "twint") return isConfirmed ? "accepted" : "asks";
  const card = findTestCard(numberOf(cards, method.id));
  if (card === undefined) {
    return {
      type: "card_error",
      code: "card_declined",
      decline_code: "test_mode_live_card",
      message: "Your card was declined. Your request was in test mode, but used a non test card.",
    };
  }
  const { outcome } = card;
  if (outcome === "succeeds" || outcome === "refund_fails") return "accepted";
  if (outcome === "confirms_then_declines") return isConfirmed ? refusal("insufficient_funds") : "asks";
  if (outcome === "kept_then_declines") {
    return intent.object === "setup_intent" ? "accepted" : refusal("generic_decline");
  }
  if (outcome !== "confirms") return refusal(outcome);
  const wasSetUp = card.token === "pm_card_authenticationRequiredOnSetup" && method.customer !== null;
  if (isConfirmed || (offSession && wasSetUp)) return "accepted";
  if (!offSession) return "asks";
  return {
    type: "card_error",
    code: "authentication_required",
    decline_code: "authentication_required",
    message: "Your card was declined. This transaction requires authentication.",
  };
}

const refusal = (declineCode: Refusal): CardErrorBody => {
  const { code, message } = refusalWords[declineCode];
  const isDecline = code === "card_declined";
  return {
    type: "card_error",
    code,
    message,
    ...(isDecline || code === "expired_card" ? { decline_code: declineCode } : {}),
  };
};

/** The page where the cardholder confirms a payment or a card. */
export const verificationUrl = (cards: Cards, intent: CardObject): string =>
  `${cards.sandboxUrl}/three-d-secure/${intent.id}`;

const nextAction = (cards: Cards, intent: CardObject, returnUrl: string | null) => ({
  redirect_to_url: { return_url: returnUrl, url: verificationUrl(cards, intent) },
  type: "redirect_to_url",
});

/**
 * Charges a card for a payment. Returns the resulting payment: succeeded, waiting for confirmation, or declined, in
 * which case `error` has the reason.
 */
export function confirmPayment(
  cards: Cards,
  intent: CardObject,
  method: CardObject,
  confirmation: Confirmation,
): { intent: CardObject; error: CardError | null } {
  const verdict = verdictOf(cards, intent, method, confirmation);
  const base = { ...intent, payment_method: method.id, next_action: null, last_payment_error: null };
  const keep = (fields: object): CardObject => {
    const card: CardObject = { ...base, ...fields };
    cards.store.save(card);
    return card;
  };
  if (verdict === "asks") {
    const waiting = keep({ status: "requires_action", next_action: nextAction(cards, intent, confirmation.returnUrl) });
    cards.emit("payment_intent.requires_action", waiting);
    return { intent: waiting, error: null };
  }
  if (verdict !== "accepted") return refuse(cards, intent, method, verdict, keep);
  const charge = addCharge(cards, base, method, null);
  const paid = keep({ status: "succeeded", amount_received: intent.amount, latest_charge: charge.id });
  if (typeof intent.customer === "string" && intent.setup_future_usage) attach(cards, method, intent.customer);
  cards.emit("charge.succeeded", charge);
  cards.emit("payment_intent.succeeded", paid);
  return { intent: paid, error: null };
}

function refuse(
  cards: Cards,
  intent: CardObject,
  method: CardObject,
  why: CardErrorBody,
  keep: (fields: object) => CardObject,
): { intent: CardObject; error: CardError } {
  const charge = addCharge(cards, { ...intent, payment_method: method.id }, method, why);
  const body = { ...new CardError(402, why).body, charge: charge.id, payment_method: method };
  const failed = keep({
    status: "requires_payment_method",
    payment_method: null,
    latest_charge: charge.id,
    last_payment_error: body,
  });
  cards.emit("charge.failed", charge);
  cards.emit("payment_intent.payment_failed", failed);
  return { intent: failed, error: new CardError(402, { ...body, payment_intent: failed }) };
}

/** The cardholder declined on the bank's page. */
export function failAuthentication(cards: Cards, intent: CardObject, method: CardObject): CardObject {
  const why: CardErrorBody = {
    type: intent.object === "setup_intent" ? "invalid_request_error" : "card_error",
    code:
      intent.object === "setup_intent"
        ? "setup_intent_authentication_failure"
        : "payment_intent_authentication_failure",
    message:
      "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  };
  const errorField = intent.object === "setup_intent" ? "last_setup_error" : "last_payment_error";
  const failed: CardObject = {
    ...intent,
    status: "requires_payment_method",
    payment_method: null,
    next_action: null,
    [errorField]: { ...new CardError(402, why).body, payment_method: method },
  };
  cards.store.save(failed);
  cards.emit(intent.object === "setup_intent" ? "setup_intent.setup_failed" : "payment_intent.payment_failed", failed);
  return failed;
}

/** Checks a card for later use without charging it. */
export function confirmSetup(
  cards: Cards,
  intent: CardObject,
  method: CardObject,
  confirmation: Confirmation,
): { intent: CardObject; error: CardError | null } {
  const verdict = verdictOf(cards, intent, method, confirmation);
  const keep = (type: string, fields: object): CardObject => {
    const card: CardObject = {
      ...intent,
      payment_method: method.id,
      next_action: null,
      last_setup_error: null,
      ...fields,
    };
    cards.store.save(card);
    cards.emit(type, card);
    return card;
  };
  if (verdict === "asks") {
    const next_action = nextAction(cards, intent, confirmation.returnUrl);
    return { intent: keep("setup_intent.requires_action", { status: "requires_action", next_action }), error: null };
  }
  if (verdict !== "accepted") {
    const body = { ...new CardError(402, verdict).body, payment_method: method };
    const fields = { status: "requires_payment_method", payment_method: null, last_setup_error: body };
    const failed = keep("setup_intent.setup_failed", fields);
    return { intent: failed, error: new CardError(402, { ...body, setup_intent: failed }) };
  }
  if (typeof intent.customer === "string") attach(cards, method, intent.customer);
  return { intent: keep("setup_intent.succeeded", { status: "succeeded" }), error: null };
}
