import { invalidRequest } from "../card-error.ts";
import type { CardObject } from "../card-store.ts";
import { type Call, type Cards, listed, type Route } from "../cards.ts";
import { customerOf } from "../customers.ts";
import { checkAmount, type Params } from "../params.ts";
import { addSetupIntent } from "../setup-intents.ts";
import { offersTwint } from "../twint.ts";
import { keepLineItems, lineItemList, lineItemOf } from "./line-items.ts";

const usualLifeSeconds = 24 * 60 * 60;
const shortestLifeSeconds = 30 * 60;

const ignored = [
  "adaptive_pricing",
  "allow_promotion_codes",
  "automatic_tax",
  "billing_address_collection",
  "consent_collection",
  "custom_text",
  "customer_update",
  "invoice_creation",
  "payment_method_collection",
  "payment_method_options",
  "phone_number_collection",
  "saved_payment_method_options",
  "tax_id_collection",
];

/** The data a checkout passes to its payment. */
export type IntentData = {
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  setupFutureUsage: string | null;
};

function intentDataOf(params: Params | undefined): IntentData {
  const data = {
    metadata: params?.metadata() ?? {},
    description: params?.text("description") ?? null,
    receiptEmail: params?.text("receipt_email") ?? null,
    setupFutureUsage: params?.text("setup_future_usage") ?? null,
  };
  params?.refuseUnknown("capture_method", "statement_descriptor", "statement_descriptor_suffix", "shipping");
  return data;
}

function addressParam(params: Params, name: string): string {
  const address = params.required(name);
  if (!/^https?:\/\//i.test(address)) {
    throw invalidRequest(`Not a valid URL: ${address}`, name, "url_invalid");
  }
  return address;
}

function expiryOf(cards: Cards, params: Params): number {
  const now = cards.store.seconds();
  const asked = params.integer("expires_at");
  if (asked === undefined) return now + usualLifeSeconds;
  if (asked < now + shortestLifeSeconds || asked > now + usualLifeSeconds) {
    throw invalidRequest(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      "expires_at",
    );
  }
  return asked;
}

const create = (call: Call): CardObject => {
  const { cards, params } = call;
  const mode = params.text("mode") ?? "payment";
  if (mode !== "payment" && mode !== "setup") {
    throw invalidRequest(`This stand-in takes the modes payment and setup, not ${mode}.`, "mode");
  }
  const successUrl = addressParam(params, "success_url");
  const cancelUrl = params.has("cancel_url") ? addressParam(params, "cancel_url") : null;
  const customerId = params.text("customer");
  const customer = customerId === undefined ? null : customerOf(call, customerId, "customer");
  const email = params.text("customer_email") ?? null;
  const fields = {
    cancel_url: cancelUrl,
    client_reference_id: params.text("client_reference_id") ?? null,
    customer_creation: params.text("customer_creation") ?? (customer ? null : "if_required"),
    expires_at: expiryOf(cards, params),
    locale: params.text("locale") ?? null,
    metadata: params.metadata(),
    mode,
    submit_type: params.text("submit_type") ?? null,
    success_url: successUrl,
    ui_mode: params.text("ui_mode") ?? "hosted_page",
  };
  const types = params.texts("payment_method_types");
  const id = cards.store.newId("cs_test_", 58);
  const { offered, ...subject } = mode === "setup" ? setupOf(call, types, customer) : orderOf(call, id);
  params.refuseUnknown(...ignored);
  return cards.store.add("checkout.session", id, {
    ...unusedParts,
    ...fields,
    ...subject,
    customer: customer?.id ?? null,
    customer_details: email === null && !customer?.email ? null : detailsOf(email ?? (customer?.email as string), null),
    customer_email: email,
    payment_intent: null,
    payment_method_types: types.length === 0 ? offered : types,
    status: "open",
    url: `${cards.sandboxUrl}/checkout/${id}`,
  });
};

/** The amount of a checkout. */
function orderOf({ cards, params }: Call, id: string) {
  const items = params.list("line_items").map((item) => lineItemOf(cards, item));
  const [first] = items;
  if (first === undefined)
    throw invalidRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  if (items.some(({ currency }) => currency !== first.currency)) {
    throw invalidRequest("All line items must have the same currency.", "line_items");
  }
  const total = items.reduce((sum, { amount_total }) => sum + amount_total, 0);
  checkAmount(total, first.currency);
  keepLineItems(cards.store, id, items);
  const intentData = intentDataOf(params.record("payment_intent_data"));
  cards.store.add("sandbox.intent_data", `intent:${id}`, intentData);
  const saves = intentData.setupFutureUsage !== null;
  return {
    offered: offersTwint(first.currency, total, saves) ? ["card", "twint"] : ["card"],
    amount_subtotal: total,
    amount_total: total,
    currency: first.currency,
    payment_status: "unpaid",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  };
}

/** A checkout that saves a card without a charge: its setup intent is created at once, like Stripe's. */
function setupOf(call: Call, types: string[], customer: CardObject | null) {
  const { cards, params } = call;
  const currency = params.text("currency") ?? null;
  if (currency === null && types.length === 0) {
    throw invalidRequest("Missing required param: currency.", "currency", "parameter_missing");
  }
  const data = params.record("setup_intent_data");
  const metadata = data?.metadata() ?? {};
  const description = data?.text("description") ?? null;
  data?.refuseUnknown();
  const intent = addSetupIntent(cards, { description, metadata, customer, types });
  return {
    offered: ["card"],
    amount_subtotal: null,
    amount_total: null,
    currency,
    payment_status: "no_payment_required",
    setup_intent: intent.id,
    total_details: null,
  };
}

/** The buyer, as far as known from the form. */
export const detailsOf = (email: string | null, name: string | null) => ({
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  business_name: null,
  email,
  individual_name: null,
  name,
  phone: null,
  tax_exempt: "none",
  tax_ids: [],
});

/** Fields of Stripe's session not used by the sandbox. */
const unusedParts = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: { enabled: false, invoice_data: {} },
  livemode: false,
  managed_payments: { enabled: false },
  origin_context: null,
  payment_link: null,
  payment_method_collection: "if_required",
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: "automatic" } },
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  wallet_options: null,
};

/** Closes an expired session, or on request of the seller. */
export function expireSession(cards: Cards, session: CardObject): CardObject {
  const expired = { ...session, status: "expired", url: null };
  cards.store.save(expired);
  cards.emit("checkout.session.expired", expired);
  return expired;
}

/** The current session, closed lazily if expired. */
export function sessionOf(cards: Cards, id: string): CardObject {
  const session = cards.store.get("checkout.session", id);
  const isOver = session.status === "open" && Number(session.expires_at) <= cards.store.seconds();
  return isOver ? expireSession(cards, session) : session;
}

const expire = ({ cards, ids }: Call): CardObject => {
  const session = sessionOf(cards, ids[0]!);
  if (session.status !== "open") {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  }
  return expireSession(cards, session);
};

const update = ({ cards, params, ids }: Call): CardObject => {
  const session = sessionOf(cards, ids[0]!);
  const changed = { ...session, metadata: params.metadata(session.metadata as Record<string, string>) };
  params.refuseUnknown();
  cards.store.save(changed);
  return changed;
};

export const checkoutSessionRoutes: Route[] = [
  ["POST", "/v1/checkout/sessions", create],
  [
    "GET",
    "/v1/checkout/sessions",
    (call) => {
      const filters = ["customer", "payment_intent", "status"].map((name) => [name, call.params.text(name)] as const);
      return listed(call, "checkout.session", (one) =>
        filters.every(([name, wanted]) => wanted === undefined || one[name] === wanted),
      );
    },
  ],
  ["GET", "/v1/checkout/sessions/:id", ({ cards, ids }) => sessionOf(cards, ids[0]!)],
  ["POST", "/v1/checkout/sessions/:id", update],
  ["POST", "/v1/checkout/sessions/:id/expire", expire],
  [
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    ({ cards, ids }) => lineItemList(cards.store, cards.store.get("checkout.session", ids[0]!).id),
  ],
];
