import type { CardErrorBody } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Cards, listed, type Route } from "./cards.ts";

/** The processor's fee: 2.9% and 30 minor units, as at Stripe Switzerland for Swiss cards. */
const feeOf = (amount: number): number => Math.round((amount * 29) / 1000) + 30;

const feeDetails = (amount: number, currency: unknown) =>
  amount === 0
    ? []
    : [{ amount, application: null, currency, description: "Stripe processing fees", type: "stripe_fee" }];

/** A movement on the account's balance at the processor. */
export function addBalanceTransaction(
  cards: Cards,
  source: CardObject,
  movement: { type: "charge" | "refund" | "refund_failure"; amount: number; fee: number; description: string | null },
): CardObject {
  const { type, amount, fee, description } = movement;
  return cards.store.add("balance_transaction", cards.store.newId("txn_"), {
    amount,
    available_on: cards.store.seconds() + 2 * 86_400,
    currency: source.currency,
    description,
    exchange_rate: null,
    fee,
    fee_details: feeDetails(fee, source.currency),
    net: amount - fee,
    reporting_category: type,
    source: source.id,
    status: "pending",
    type,
    balance_type: "payments",
  });
}

/** One attempt to charge a card, successful or declined. */
export function addCharge(
  cards: Cards,
  intent: CardObject,
  method: CardObject,
  refused: CardErrorBody | null,
): CardObject {
  const isPaid = refused === null;
  const id = cards.store.newId("ch_");
  const charge = cards.store.add("charge", id, {
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null as string | null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "LITFASS SANDBOX",
    captured: isPaid,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refused?.code ?? null,
    failure_message: refused?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: isPaid ? "approved_by_network" : "declined_by_network",
      reason: refused?.decline_code ?? null,
      seller_message: isPaid ? "Payment complete." : "The bank did not return any further details with this decline.",
      type: isPaid ? "authorized" : "issuer_declined",
    },
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(intent, method, isPaid),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: isPaid ? `${cards.sandboxUrl}/cards` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  });
  if (!isPaid) return charge;
  const amount = Number(intent.amount);
  const movement = {
    type: "charge" as const,
    amount,
    fee: feeOf(amount),
    description: intent.description as string | null,
  };
  charge.balance_transaction = addBalanceTransaction(cards, charge, movement).id;
  cards.store.save(charge);
  return charge;
}

/** How a charge was paid. */
function detailsOf(intent: CardObject, method: CardObject, isPaid: boolean) {
  if (method.type === "twint") return { twint: {}, type: "twint" };
  const card = method.card as Record<string, unknown>;
  const { checks, country, exp_month, exp_year, fingerprint, funding, last4, brand } = card;
  return {
    card: {
      amount_authorized: isPaid ? intent.amount : null,
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      extended_authorization: { status: "disabled" },
      fingerprint,
      funding,
      incremental_authorization: { status: "unavailable" },
      installments: null,
      last4,
      mandate: null,
      multicapture: { status: "unavailable" },
      network: brand,
      network_token: { used: false },
      overcapture: { maximum_amount_capturable: intent.amount, status: "unavailable" },
      three_d_secure: null,
      wallet: null,
      authorization_code: null,
      regulated_status: null,
      network_transaction_id: null,
      transaction_link_id: null,
    },
    type: "card",
  };
}

export const chargeRoutes: Route[] = [
  [
    "GET",
    "/v1/charges",
    (call) => {
      const customer = call.params.text("customer");
      const intent = call.params.text("payment_intent");
      return listed(
        call,
        "charge",
        (one) =>
          (customer === undefined || one.customer === customer) &&
          (intent === undefined || one.payment_intent === intent),
      );
    },
  ],
  ["GET", "/v1/charges/:id", ({ cards, ids }) => cards.store.get("charge", ids[0]!)],
  [
    "GET",
    "/v1/balance_transactions",
    (call) => {
      const filters = ["type", "source", "currency"].map((name) => [name, call.params.text(name)] as const);
      return listed(call, "balance_transaction", (one) =>
        filters.every(([name, wanted]) => wanted === undefined || one[name] === wanted),
      );
    },
  ],
  ["GET", "/v1/balance_transactions/:id", ({ cards, ids }) => cards.store.get("balance_transaction", ids[0]!)],
];
