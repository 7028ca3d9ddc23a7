import { invalidRequest } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, type Cards, listed, type Route } from "./cards.ts";
import { confirmSetup } from "./confirm-intent.ts";
import { customerOf } from "./customers.ts";
import { refuseState } from "./payment-intents.ts";
import { methodOf } from "./payment-methods.ts";

const open = ["requires_payment_method", "requires_confirmation", "requires_action"];

type NewSetupIntent = {
  description: string | null;
  metadata: Record<string, string>;
  usage?: string | undefined;
  customer: CardObject | null;
  method?: CardObject | null;
  types: string[];
};

/** A request to save a card for later payments. */
export function addSetupIntent(cards: Cards, input: NewSetupIntent): CardObject {
  const id = cards.store.newId("seti_");
  const intent = cards.store.add("setup_intent", id, {
    description: input.description,
    metadata: input.metadata,
    usage: input.usage ?? "off_session",
    application: null,
    automatic_payment_methods: input.types.length === 0 ? { allow_redirects: "always", enabled: true } : null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${cards.store.newId("", 25)}`,
    customer: input.customer?.id ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: input.method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: "automatic" } },
    payment_method_types: input.types.length === 0 ? ["card"] : input.types,
    single_use_mandate: null,
    status: input.method ? "requires_confirmation" : "requires_payment_method",
    excluded_payment_method_types: null,
    customer_account: null,
  });
  cards.emit("setup_intent.created", intent);
  return intent;
}

const create = (call: Call): CardObject => {
  const { cards, params } = call;
  const customer = params.text("customer");
  const named = params.text("payment_method");
  const method = named === undefined ? null : methodOf(cards, named);
  const types = params.texts("payment_method_types");
  const isConfirming = params.flag("confirm") ?? false;
  const returnUrl = params.text("return_url") ?? null;
  const description = params.text("description") ?? null;
  const metadata = params.metadata();
  const usage = params.text("usage");
  params.refuseUnknown("automatic_payment_methods", "payment_method_options", "mandate_data", "use_stripe_sdk");
  const owner = customer === undefined ? null : customerOf(call, customer, "customer");
  const intent = addSetupIntent(cards, { description, metadata, usage, customer: owner, method, types });
  return isConfirming ? confirmed(call, intent, method, returnUrl) : intent;
};

function confirmed(
  { cards }: Call,
  intent: CardObject,
  method: CardObject | null,
  returnUrl: string | null,
): CardObject {
  if (method === null) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      "payment_method",
      "setup_intent_unexpected_state",
    );
  }
  const result = confirmSetup(cards, intent, method, { offSession: false, isConfirmed: false, returnUrl });
  if (result.error !== null) throw result.error;
  return result.intent;
}

const confirm = (call: Call): CardObject => {
  const { cards, params, ids } = call;
  const intent = cards.store.get("setup_intent", ids[0]!);
  refuseState(intent, "confirm", open);
  const named = params.text("payment_method") ?? (intent.payment_method as string | null);
  const returnUrl = params.text("return_url") ?? null;
  params.refuseUnknown("payment_method_options", "mandate_data", "use_stripe_sdk", "client_secret");
  return confirmed(call, intent, named ? methodOf(cards, named) : null, returnUrl);
};

const cancel = ({ cards, params, ids }: Call): CardObject => {
  const intent = cards.store.get("setup_intent", ids[0]!);
  refuseState(intent, "cancel", open);
  const reason = params.text("cancellation_reason") ?? null;
  const canceled = { ...intent, status: "canceled", cancellation_reason: reason, next_action: null };
  cards.store.save(canceled);
  cards.emit("setup_intent.canceled", canceled);
  return canceled;
};

export const setupIntentRoutes: Route[] = [
  ["POST", "/v1/setup_intents", create],
  [
    "GET",
    "/v1/setup_intents",
    (call) => {
      const customer = call.params.text("customer");
      return listed(call, "setup_intent", (one) => customer === undefined || one.customer === customer);
    },
  ],
  ["GET", "/v1/setup_intents/:id", ({ cards, ids }) => cards.store.get("setup_intent", ids[0]!)],
  ["POST", "/v1/setup_intents/:id/confirm", confirm],
  ["POST", "/v1/setup_intents/:id/cancel", cancel],
];
