import { type ApiObject, badParam, CardError, type CardStore, missingObject } from "./card-store.ts";
import { metadataOf, type Nested, objectAt, textAt } from "./form-body.ts";
import { brandOf, outcomeOf } from "./test-cards.ts";
import type { Webhooks } from "./webhooks.ts";

export type Payments = ReturnType<typeof createPayments>;
export type PayResult = "paid" | "authenticate" | { declined: string };

const dayS = 86_400;
/** Numbers behind the payment methods that Stripe's documentation names. */
const namedMethods: Record<string, string> = {
  pm_card_visa: "4242424242424242",
  pm_card_chargeDeclined: "4000000000000002",
  pm_card_chargeDeclinedInsufficientFunds: "4000000000009995",
  pm_card_authenticationRequired: "4000002500003155",
};

function amountOf(text: string | undefined, param: string): number {
  const amount = Number(text);
  if (!Number.isInteger(amount) || amount < 1) throw badParam(param, "Invalid positive integer");
  return amount;
}

/** Checkout sessions, payment intents, charges and refunds, and what follows from what. */
export function createPayments(store: CardStore, webhooks: Webhooks, sandboxUrl: string) {
  const get = (object: string, id: string): ApiObject => {
    const found = store.find(id);
    if (!found || found.object !== object) throw missingObject(object, id);
    return found;
  };

  function createIntent(amount: number, currency: string, metadata: Record<string, string>, customer: string | null) {
    const id = store.newId("pi");
    return store.put({
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency,
      customer,
      metadata,
      status: "requires_payment_method",
      client_secret: `${id}_secret_${store.newId("s").slice(2)}`,
      latest_charge: null,
      last_payment_error: null,
      payment_method: null,
      payment_method_types: ["card"],
      livemode: false,
      created: store.now(),
    });
  }

  function charge(intent: ApiObject, number: string): void {
    const made = store.put({
      id: store.newId("ch"),
      object: "charge",
      amount: intent.amount,
      amount_refunded: 0,
      refunded: false,
      captured: true,
      paid: true,
      currency: intent.currency,
      customer: intent.customer,
      metadata: intent.metadata,
      payment_intent: intent.id,
      payment_method_details: { type: "card", card: { brand: brandOf(number), last4: number.slice(-4) } },
      status: "succeeded",
      livemode: false,
      created: store.now(),
    });
    Object.assign(intent, {
      status: "succeeded",
      amount_received: intent.amount,
      latest_charge: made.id,
      last_payment_error: null,
    });
    store.put(intent);
    webhooks.emit("charge.succeeded", made);
    webhooks.emit("payment_intent.succeeded", intent);
  }

  /** Tries a card on an intent. `authenticated` is the answer of 3-D Secure where it was asked for. */
  function pay(intent: ApiObject, number: string, authenticated?: boolean): PayResult {
    if (intent.status === "succeeded") return "paid";
    const outcome = outcomeOf(number);
    if (outcome.kind === "authenticate" && authenticated === undefined) {
      store.put(Object.assign(intent, { status: "requires_action" }));
      webhooks.emit("payment_intent.requires_action", intent);
      return "authenticate";
    }
    const failure =
      outcome.kind === "declined"
        ? { code: outcome.code, decline_code: outcome.declineCode, message: outcome.message }
        : authenticated === false
          ? {
              code: "payment_intent_authentication_failure",
              decline_code: "authentication_required",
              message: "We are unable to authenticate your payment method.",
            }
          : null;
    if (failure) {
      const error = { type: "card_error", ...failure };
      store.put(Object.assign(intent, { status: "requires_payment_method", last_payment_error: error }));
      webhooks.emit("payment_intent.payment_failed", intent);
      return { declined: failure.message };
    }
    charge(intent, number);
    return "paid";
  }

  return {
    get,
    createCustomer(body: Nested): ApiObject {
      return store.put({
        id: store.newId("cus"),
        object: "customer",
        email: textAt(body, "email") ?? null,
        name: textAt(body, "name") ?? null,
        metadata: metadataOf(body),
        livemode: false,
        created: store.now(),
      });
    },
    createSession(body: Nested): ApiObject {
      const items = Object.values(objectAt(body, "line_items")).filter(
        (item): item is Nested => typeof item === "object",
      );
      if (items.length === 0) throw badParam("line_items", "You must provide at least one line item.");
      const success = textAt(body, "success_url");
      if (!success) throw badParam("success_url", "Missing required param: success_url.");
      const lines = items.map((item, at) => {
        const unit = amountOf(textAt(item, "price_data", "unit_amount"), `line_items[${at}][price_data][unit_amount]`);
        const quantity = amountOf(textAt(item, "quantity") ?? "1", `line_items[${at}][quantity]`);
        const name = textAt(item, "price_data", "product_data", "name") ?? "";
        return { name, amount: unit * quantity };
      });
      const currency = (textAt(items[0] as Nested, "price_data", "currency") ?? "").toLowerCase();
      if (!/^[a-z]{3}$/.test(currency)) throw badParam("line_items[0][price_data][currency]", "Invalid currency");
      const total = lines.reduce((sum, line) => sum + line.amount, 0);
      const customer = textAt(body, "customer") ?? null;
      if (customer) get("customer", customer);
      const intent = createIntent(total, currency, metadataOf(objectAt(body, "payment_intent_data")), customer);
      const id = store.newId("cs_test");
      return store.put({
        id,
        object: "checkout.session",
        mode: textAt(body, "mode") ?? "payment",
        amount_subtotal: total,
        amount_total: total,
        currency,
        customer,
        customer_email: textAt(body, "customer_email") ?? null,
        client_reference_id: textAt(body, "client_reference_id") ?? null,
        locale: textAt(body, "locale") ?? null,
        metadata: metadataOf(body),
        payment_intent: intent.id,
        payment_method_types: ["card"],
        payment_status: "unpaid",
        status: "open",
        success_url: success,
        cancel_url: textAt(body, "cancel_url") ?? null,
        url: `${sandboxUrl}/checkout/${id}`,
        expires_at: store.now() + dayS,
        livemode: false,
        created: store.now(),
        sandbox_lines: lines,
      });
    },
    /** Pays an open session with a card. */
    paySession(session: ApiObject, number: string, authenticated?: boolean): PayResult {
      if (session.payment_status === "paid") return "paid";
      if (session.status !== "open") return { declined: "This checkout has expired." };
      const result = pay(get("payment_intent", String(session.payment_intent)), number, authenticated);
      if (result !== "paid") return result;
      store.put(Object.assign(session, { payment_status: "paid", status: "complete", url: null }));
      webhooks.emit("checkout.session.completed", session);
      return "paid";
    },
    expireSession(session: ApiObject): ApiObject {
      if (session.status !== "open") {
        throw badParam("session", 'Only Checkout Sessions with a status in ["open"] can be expired.');
      }
      store.put(Object.assign(session, { status: "expired", url: null }));
      webhooks.emit("checkout.session.expired", session);
      return session;
    },
    createIntent(body: Nested): ApiObject {
      const currency = textAt(body, "currency")?.toLowerCase() ?? "";
      if (!/^[a-z]{3}$/.test(currency)) throw badParam("currency", "Invalid currency");
      const amount = amountOf(textAt(body, "amount"), "amount");
      const intent = createIntent(amount, currency, metadataOf(body), textAt(body, "customer") ?? null);
      return textAt(body, "confirm") === "true" ? this.confirmIntent(intent, body) : intent;
    },
    confirmIntent(intent: ApiObject, body: Nested): ApiObject {
      const method = textAt(body, "payment_method") ?? "pm_card_visa";
      const number = namedMethods[method];
      if (!number) throw missingObject("payment_method", method, "payment_method");
      const result = pay(intent, number);
      if (typeof result === "object") {
        const error = intent.last_payment_error as { code: string; decline_code: string; message: string };
        throw new CardError(402, { type: "card_error", ...error });
      }
      return intent;
    },
    cancelIntent(intent: ApiObject): ApiObject {
      if (intent.status === "succeeded") {
        throw new CardError(400, {
          type: "invalid_request_error",
          code: "payment_intent_unexpected_state",
          message: "You cannot cancel this PaymentIntent because it has a status of succeeded.",
        });
      }
      store.put(Object.assign(intent, { status: "canceled", canceled_at: store.now() }));
      webhooks.emit("payment_intent.canceled", intent);
      return intent;
    },
    refund(body: Nested): ApiObject {
      const intentId = textAt(body, "payment_intent");
      const chargeId =
        textAt(body, "charge") ?? (intentId ? String(get("payment_intent", intentId).latest_charge) : "");
      const charged = get("charge", chargeId);
      const left = Number(charged.amount) - Number(charged.amount_refunded);
      const asked = textAt(body, "amount");
      const amount = asked === undefined ? left : amountOf(asked, "amount");
      if (left === 0) {
        throw new CardError(400, {
          type: "invalid_request_error",
          code: "charge_already_refunded",
          message: `Charge ${chargeId} has already been refunded.`,
        });
      }
      if (amount > left)
        throw badParam("amount", `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`);
      const refunded = Number(charged.amount_refunded) + amount;
      store.put(Object.assign(charged, { amount_refunded: refunded, refunded: refunded === Number(charged.amount) }));
      const made = store.put({
        id: store.newId("re"),
        object: "refund",
        amount,
        charge: charged.id,
        currency: charged.currency,
        metadata: metadataOf(body),
        payment_intent: charged.payment_intent,
        reason: textAt(body, "reason") ?? null,
        status: "succeeded",
        created: store.now(),
      });
      webhooks.emit("refund.created", made);
      webhooks.emit("charge.refunded", charged);
      return made;
    },
  };
}
