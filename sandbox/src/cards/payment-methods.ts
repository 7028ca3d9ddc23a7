import { createHash } from "node:crypto";
import { CardError, invalidRequest, missing } from "./card-error.ts";
import type { CardObject } from "./card-store.ts";
import { type Call, type Cards, listed, type Route } from "./cards.ts";
import { addressOf, customerOf } from "./customers.ts";
import type { Params } from "./params.ts";
import { brandOf, findTestCard, hasCheckFigure, testCardOfToken } from "./test-cards.ts";

export type NewCard = { number: string; expMonth: number; expYear: number; cvc: string | null };

export type BillingDetails = {
  address: Record<string, string | null> | null;
  email: string | null;
  name: string | null;
  phone: string | null;
  tax_id: null;
};

export const noBillingDetails: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** @throws CardError incorrect_number, invalid_expiry_month, invalid_expiry_year, invalid_cvc. */
export function checkCard(card: NewCard, now: Date): void {
  const refuse = (code: string, message: string, param: string): CardError =>
    new CardError(402, { type: "card_error", code, message, param });
  if (!hasCheckFigure(card.number)) throw refuse("incorrect_number", "Your card number is incorrect.", "number");
  if (card.expMonth < 1 || card.expMonth > 12) {
    throw refuse("invalid_expiry_month", "Your card's expiration month is invalid.", "exp_month");
  }
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
  if (card.expYear * 12 + card.expMonth < month || card.expYear > now.getUTCFullYear() + 50) {
    throw refuse("invalid_expiry_year", "Your card's expiration year is invalid.", "exp_year");
  }
  const cvcLength = brandOf(card.number) === "amex" ? 4 : 3;
  if (card.cvc !== null && !new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc)) {
    throw refuse("invalid_cvc", "Your card's security code is invalid.", "cvc");
  }
}

/** Stores a card as a payment method; its number is stored separately and never returned. */
export function addCard(cards: Cards, card: NewCard, billing: BillingDetails, metadata = {}): CardObject {
  checkCard(card, cards.clock.now());
  const id = cards.store.newId("pm_");
  const brand = brandOf(card.number);
  const fingerprint = createHash("sha256").update(card.number).digest("base64url").replace(/[-_]/g, "x").slice(0, 16);
  cards.store.add("sandbox.card_number", `number:${id}`, { number: card.number });
  return cards.store.add("payment_method", id, {
    allow_redisplay: "unspecified",
    billing_details: billing,
    card: {
      brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.cvc === null ? null : "pass",
      },
      country: findTestCard(card.number)?.country ?? "US",
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint,
      funding: "credit",
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
      regulated_status: null,
    },
    customer: null as string | null,
    livemode: false,
    metadata,
    type: "card",
    customer_account: null,
  });
}

/** The number of a payment method. */
export const numberOf = (cards: Cards, methodId: string): string =>
  String(cards.store.find(`number:${methodId}`)?.number ?? "");

/** A payment method by id, or a new one for a test token such as `pm_card_visa`. @throws CardError resource_missing. */
export function methodOf(cards: Cards, id: string, param = "payment_method"): CardObject {
  const card = testCardOfToken(id);
  if (card === undefined) {
    const found = cards.store.find(id);
    if (found?.object !== "payment_method") throw missing("PaymentMethod", id, param);
    return found;
  }
  const expYear = cards.clock.now().getUTCFullYear() + 2;
  return addCard(cards, { number: card.number, expMonth: 12, expYear, cvc: null }, noBillingDetails);
}

function billingOf(params: Params | undefined): BillingDetails {
  if (params === undefined) return noBillingDetails;
  const text = (name: string): string | null => params.text(name) ?? null;
  const address = addressOf(params.record("address")) ?? noBillingDetails.address;
  return { address, email: text("email"), name: text("name"), phone: text("phone"), tax_id: null };
}

/** The card in `payment_method_data` or in a new payment method. */
export function addCardOf(cards: Cards, params: Params): CardObject {
  if (params.required("type") !== "card") {
    throw invalidRequest("The payment method type provided is not activated for this account.", "type");
  }
  const card = params.record("card");
  if (card === undefined) throw invalidRequest("Missing required param: card.", "card", "parameter_missing");
  const token = card.text("token");
  const tokens: Record<string, string> = { tok_visa: "pm_card_visa", tok_mastercard: "pm_card_mastercard" };
  if (token !== undefined) return methodOf(cards, tokens[token] ?? token, "card[token]");
  const year = Number(card.required("exp_year"));
  const given = {
    number: card.required("number").replace(/\D/g, ""),
    expMonth: Number(card.required("exp_month")),
    expYear: year < 100 ? 2000 + year : year,
    cvc: card.text("cvc") ?? null,
  };
  const billing = billingOf(params.record("billing_details"));
  const metadata = params.metadata();
  params.refuseUnknown("allow_redisplay", "radar_options");
  return addCard(cards, given, billing, metadata);
}

/** Attaches a payment method to a customer. */
export function attach(cards: Cards, method: CardObject, customerId: string): CardObject {
  const attached = { ...method, customer: customerId };
  cards.store.save(attached);
  if (method.customer !== customerId) cards.emit("payment_method.attached", attached);
  return attached;
}

const attachTo = (call: Call): CardObject => {
  const method = methodOf(call.cards, call.ids[0]!, "id");
  const customer = customerOf(call, call.params.required("customer"), "customer");
  call.params.refuseUnknown();
  if (method.customer !== null && method.customer !== customer.id) {
    throw invalidRequest(
      "The payment method you provided has already been attached to a customer.",
      "payment_method",
      "payment_method_unexpected_state",
    );
  }
  return attach(call.cards, method, customer.id);
};

const detach = ({ cards, ids }: Call): CardObject => {
  const method = cards.store.get("payment_method", ids[0]!);
  if (method.customer === null) {
    throw invalidRequest(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
      "payment_method",
    );
  }
  const detached = { ...method, customer: null };
  cards.store.save(detached);
  cards.emit("payment_method.detached", detached);
  return detached;
};

export const paymentMethodRoutes: Route[] = [
  ["POST", "/v1/payment_methods", ({ cards, params }) => addCardOf(cards, params)],
  [
    "GET",
    "/v1/payment_methods",
    (call) => {
      const customer = call.params.text("customer");
      const type = call.params.text("type");
      return listed(
        call,
        "payment_method",
        (one) =>
          (customer === undefined ? one.customer !== null : one.customer === customer) &&
          (type === undefined || one.type === type),
      );
    },
  ],
  ["GET", "/v1/payment_methods/:id", ({ cards, ids }) => cards.store.get("payment_method", ids[0]!)],
  ["POST", "/v1/payment_methods/:id/attach", attachTo],
  ["POST", "/v1/payment_methods/:id/detach", detach],
];
