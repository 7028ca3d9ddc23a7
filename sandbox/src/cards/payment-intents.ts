import { invalidRequest } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, type Cards, listed, type Route } from "./cards.ts";
import { confirmPayment } from "./confirm-intent.ts";
import { customerOf } from "./customers.ts";
import { checkAmount, currencyOf, type Params } from "./params.ts";
import { addCardOf, methodOf } from "./payment-methods.ts";

export type NewIntent = {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  setupFutureUsage: string | null;
  paymentMethodTypes: string[];
  automaticMethods: boolean;
  paymentMethod: string | null;
};

/** A new payment, waiting for a card or for its confirmation. */
export function addIntent(cards: Cards, fields: NewIntent): CardObject {
  const id = cards.store.newId("pi_");
  const intent = cards.store.add("payment_intent", id, {
    amount: fields.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: fields.automaticMethods ? { allow_redirects: "always", enabled: true } : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${cards.store.newId("", 25)}`,
    confirmation_method: "automatic",
    currency: fields.currency,
    customer: fields.customer,
    description: fields.description,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: fields.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: fields.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: "automatic" },
    },
    payment_method_types: fields.paymentMethodTypes,
    processing: null,
    receipt_email: fields.receiptEmail,
    review: null,
    setup_future_usage: fields.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: fields.paymentMethod === null ? "requires_payment_method" : "requires_confirmation",
    transfer_data: null,
    transfer_group: null,
    excluded_payment_method_types: null,
    customer_account: null,
    managed_payments: { enabled: false },
  });
  cards.emit("payment_intent.created", intent);
  return intent;
}

/** The card named by a request: by id, by test token, or by its data. */
function chosenMethod(cards: Cards, params: Params): CardObject | null {
  const id = params.text("payment_method");
  if (id !== undefined) return methodOf(cards, id);
  const data = params.record("payment_method_data");
  return data === undefined ? null : addCardOf(cards, data);
}

const ignored = [
  "confirmation_method",
  "error_on_requires_action",
  "mandate_data",
  "payment_method_options",
  "shipping",
  "statement_descriptor",
  "statement_descriptor_suffix",
  "use_stripe_sdk",
];

const isTrue = (text: string | undefined): boolean => text === "true" || text === "one_off" || text === "recurring";

const create = (call: Call): CardObject => {
  const { cards, params } = call;
  const amount = params.integer("amount");
  if (amount === undefined) throw invalidRequest("Missing required param: amount.", "amount", "parameter_missing");
  const currency = currencyOf(params);
  checkAmount(amount, currency);
  if (params.text("capture_method") === "manual") {
    throw invalidRequest("This stand-in captures payments at once; capture_method cannot be manual.", "capture_method");
  }
  const customer = params.text("customer");
  const types = params.texts("payment_method_types");
  const method = chosenMethod(cards, params);
  const fields: NewIntent = {
    amount,
    currency,
    customer: customer === undefined ? null : customerOf(call, customer, "customer").id,
    description: params.text("description") ?? null,
    metadata: params.metadata(),
    receiptEmail: params.text("receipt_email") ?? null,
    setupFutureUsage: params.text("setup_future_usage") ?? null,
    paymentMethodTypes: types.length === 0 ? ["card"] : types,
    automaticMethods: types.length === 0,
    paymentMethod: method?.id ?? null,
  };
  const isConfirming = params.flag("confirm") ?? false;
  const offSession = isTrue(params.text("off_session"));
  const returnUrl = params.text("return_url") ?? null;
  params.record("automatic_payment_methods");
  params.refuseUnknown(...ignored);
  const intent = addIntent(cards, fields);
  if (!isConfirming) return intent;
  if (method === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      "payment_method",
      "payment_intent_unexpected_state",
    );
  }
  return settled(confirmPayment(cards, intent, method, { offSession, isConfirmed: false, returnUrl }));
};

const settled = ({ intent, error }: ReturnType<typeof confirmPayment>): CardObject => {
  if (error !== null) throw error;
  return intent;
};

/** @throws CardError payment_intent_unexpected_state or setup_intent_unexpected_state. */
export function refuseState(intent: CardObject, verb: string, allowed: string[]): void {
  if (allowed.includes(String(intent.status))) return;
  const noun = intent.object === "setup_intent" ? "SetupIntent" : "PaymentIntent";
  throw invalidRequest(
    `You cannot ${verb} this ${noun} because it has a status of ${intent.status}.`,
    undefined,
    intent.object === "setup_intent" ? "setup_intent_unexpected_state" : "payment_intent_unexpected_state",
  );
}

const confirm = ({ cards, params, ids }: Call): CardObject => {
  const intent = cards.store.get("payment_intent", ids[0]!);
  refuseState(intent, "confirm", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const method =
    chosenMethod(cards, params) ?? (intent.payment_method ? methodOf(cards, String(intent.payment_method)) : null);
  if (method === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method.",
      "payment_method",
      "payment_intent_unexpected_state",
    );
  }
  const returnUrl = params.text("return_url") ?? null;
  const offSession = isTrue(params.text("off_session"));
  params.refuseUnknown(...ignored, "receipt_email", "setup_future_usage", "client_secret");
  return settled(confirmPayment(cards, intent, method, { offSession, isConfirmed: false, returnUrl }));
};

const update = (call: Call): CardObject => {
  const { cards, params, ids } = call;
  const intent = cards.store.get("payment_intent", ids[0]!);
  refuseState(intent, "update", ["requires_payment_method", "requires_confirmation", "requires_action"]);
  const amount = params.integer("amount") ?? Number(intent.amount);
  checkAmount(amount, String(intent.currency));
  const customer = params.text("customer");
  const changed = {
    ...intent,
    amount,
    customer: customer === undefined ? intent.customer : customerOf(call, customer, "customer").id,
    description: params.text("description") ?? intent.description,
    metadata: params.metadata(intent.metadata as Record<string, string>),
    receipt_email: params.text("receipt_email") ?? intent.receipt_email,
  };
  params.refuseUnknown(...ignored);
  cards.store.save(changed);
  return changed;
};

const cancel = ({ cards, params, ids }: Call): CardObject => {
  const intent = cards.store.get("payment_intent", ids[0]!);
  refuseState(intent, "cancel", ["requires_payment_method", "requires_confirmation", "requires_action", "processing"]);
  const reason = params.text("cancellation_reason") ?? null;
  params.refuseUnknown();
  const canceled = {
    ...intent,
    status: "canceled",
    canceled_at: cards.store.seconds(),
    cancellation_reason: reason,
    next_action: null,
  };
  cards.store.save(canceled);
  cards.emit("payment_intent.canceled", canceled);
  return canceled;
};

export const paymentIntentRoutes: Route[] = [
  ["POST", "/v1/payment_intents", create],
  [
    "GET",
    "/v1/payment_intents",
    (call) => {
      const customer = call.params.text("customer");
      return listed(call, "payment_intent", (one) => customer === undefined || one.customer === customer);
    },
  ],
  ["GET", "/v1/payment_intents/:id", ({ cards, ids }) => cards.store.get("payment_intent", ids[0]!)],
  ["POST", "/v1/payment_intents/:id", update],
  ["POST", "/v1/payment_intents/:id/confirm", confirm],
  ["POST", "/v1/payment_intents/:id/cancel", cancel],
];
