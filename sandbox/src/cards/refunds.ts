import { money } from "../look/locale.ts";
import { invalidRequest } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, type Cards, listed, type Route } from "./cards.ts";
import { addBalanceTransaction } from "./charges.ts";
import { numberOf } from "./payment-methods.ts";
import { findTestCard } from "./test-cards.ts";

/** The charge named by a request, directly or by its payment. */
function chargeOf({ cards, params }: Call): CardObject {
  const chargeId = params.text("charge");
  const intentId = params.text("payment_intent");
  if (chargeId !== undefined) return cards.store.get("charge", chargeId, "charge");
  if (intentId === undefined) {
    throw invalidRequest("One of the following params should be provided for this request: payment_intent or charge.");
  }
  const intent = cards.store.get("payment_intent", intentId, "payment_intent");
  if (intent.status !== "succeeded") {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      "payment_intent",
    );
  }
  return cards.store.get("charge", String(intent.latest_charge));
}

const create = (call: Call): CardObject => {
  const { cards, params } = call;
  const charge = chargeOf(call);
  const left = Number(charge.amount_captured) - Number(charge.amount_refunded);
  const amount = params.integer("amount") ?? left;
  const reason = params.text("reason") ?? null;
  const metadata = params.metadata();
  params.refuseUnknown("refund_application_fee", "reverse_transfer", "instructions_email");
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, "charge_already_refunded");
  }
  if (amount < 1) {
    throw invalidRequest("Invalid positive integer", "amount", "parameter_invalid_integer");
  }
  const currency = String(charge.currency);
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${money(amount, currency)}) is greater than unrefunded amount on charge (${money(left, currency)})`,
      "amount",
    );
  }
  const refund: CardObject = cards.store.add("refund", cards.store.newId("re_"), {
    amount,
    balance_transaction: null as string | null,
    charge: charge.id,
    currency,
    destination_details: {
      card: {
        reference: "7914059471",
        reference_status: "available",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
    customer: charge.customer,
    customer_account: null,
    payment_method: charge.payment_method,
  });
  const movement = { type: "refund" as const, amount: -amount, fee: 0, description: "REFUND FOR CHARGE" };
  refund.balance_transaction = addBalanceTransaction(cards, refund, movement).id;
  cards.store.save(refund);
  const refunded = Number(charge.amount_refunded) + amount;
  const after = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured };
  cards.store.save(after);
  cards.emit("refund.created", refund);
  cards.emit("charge.refunded", after);
  if (findTestCard(numberOf(cards, String(charge.payment_method)))?.outcome === "refund_fails") {
    setTimeout(() => fail(cards, refund.id), failsAfterMs).unref();
  }
  return refund;
};

const failsAfterMs = 1_000;

/** The card's bank returns a refund some time later (docs.stripe.com/refunds#failed-refunds). */
function fail(cards: Cards, id: string): void {
  const refund = cards.store.get("refund", id);
  const charge = cards.store.get("charge", String(refund.charge));
  const amount = Number(refund.amount);
  const movement = { type: "refund_failure" as const, amount, fee: 0, description: "REFUND FAILURE" };
  const failed = {
    ...refund,
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: addBalanceTransaction(cards, refund, movement).id,
  };
  cards.store.save(failed);
  cards.store.save({ ...charge, amount_refunded: Number(charge.amount_refunded) - amount, refunded: false });
  cards.emit("refund.failed", failed);
}

const update = ({ cards, params, ids }: Call): CardObject => {
  const refund = cards.store.get("refund", ids[0]!);
  const changed = { ...refund, metadata: params.metadata(refund.metadata as Record<string, string>) };
  params.refuseUnknown();
  cards.store.save(changed);
  cards.emit("refund.updated", changed);
  return changed;
};

export const refundRoutes: Route[] = [
  ["POST", "/v1/refunds", create],
  [
    "GET",
    "/v1/refunds",
    (call) => {
      const charge = call.params.text("charge");
      const intent = call.params.text("payment_intent");
      return listed(
        call,
        "refund",
        (one) =>
          (charge === undefined || one.charge === charge) && (intent === undefined || one.payment_intent === intent),
      );
    },
  ],
  ["GET", "/v1/refunds/:id", ({ cards, ids }) => cards.store.get("refund", ids[0]!)],
  ["POST", "/v1/refunds/:id", update],
];
