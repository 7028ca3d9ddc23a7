import Stripe from "stripe";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cardEventOf } from "./card-event.ts";
import { CardRefused, createCardProcessor, type NewCheckout } from "./card-processor.ts";
import { failureText } from "./payment-failures.ts";

/** The processor's API: answers by method and path; every call is stored. */
type Call = { method: string; path: string; query: URLSearchParams; form: Record<string, string>; key: string | null };
let calls: Call[];
let answers: Record<string, (call: Call) => { status?: number; body: unknown }>;
const config = { secretKey: "sk_test_1", webhookSecret: "whsec_1", apiUrl: "https://stripe.test/api" };
const cards = createCardProcessor(config);

beforeEach(() => {
  calls = [];
  answers = {};
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const url = new URL(address);
    const headers = new Headers(init.headers as HeadersInit);
    const form = Object.fromEntries(new URLSearchParams(String(init.body ?? "")));
    const call = { method: init.method ?? "GET", path: url.pathname, query: url.searchParams, form };
    const made: Call = { ...call, key: headers.get("idempotency-key") };
    calls.push(made);
    const answer = answers[`${made.method} ${made.path}`];
    if (!answer) throw new TypeError(`nobody answers ${made.method} ${made.path}`);
    const { status = 200, body } = answer(made);
    return Response.json(body, { status, headers: { "request-id": "r" } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const created = Date.parse("2026-03-02T09:00:00Z") / 1000;
const since = new Date("2026-03-01T00:00:00.900Z");
const intent = (id: string, more: object = {}) => ({
  ...{ id, object: "payment_intent", status: "succeeded", currency: "chf", amount_received: 10_810, created },
  ...{ metadata: { payment: `p-${id}` }, next_action: null, last_payment_error: null },
  ...more,
});
const session = (id: string, more: object = {}) => ({
  ...{ id, mode: "payment", client_reference_id: `p-${id}`, metadata: {}, url: "https://pay.test", status: "open" },
  ...{ payment_status: "unpaid", amount_total: 10_810, currency: "chf", payment_intent: null },
  ...more,
});
/** Serves a list in pages, newest first like the processor. */
const paged = (items: { id: string }[]) => (call: Call) => {
  const after = call.query.get("starting_after");
  const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1;
  const size = Number(call.query.get("limit"));
  return { body: { object: "list", data: items.slice(from, from + size), has_more: from + size < items.length } };
};

test("payments of every page are read, oldest first, only those that succeeded", async () => {
  const items = Array.from({ length: 201 }, (_, at) => intent(`pi_${201 - at}`));
  answers["GET /api/v1/payment_intents"] = paged([intent("pi_x", { status: "canceled" }), ...items]);
  const found = await cards.records.payments(since);
  expect([found.length, found[0]?.id, found.at(-1)?.id]).toEqual([201, "pi_1", "pi_201"]);
  expect(found[0]).toEqual({
    ...{ id: "pi_1", kind: "payment", refundOf: null, refundId: null, paymentId: "p-pi_1", amountMinor: 10_810 },
    ...{ currency: "CHF", at: new Date(created * 1000) },
  });
  expect(
    calls.map(({ query }) => [query.get("limit"), query.get("starting_after"), query.get("created[gte]")]),
  ).toEqual([
    ["100", null, "1772323200"],
    ["100", "pi_103", "1772323200"],
    ["100", "pi_3", "1772323200"],
  ]);
});

test("a list of 50,000 is an error instead of being cut", async () => {
  const data = Array.from({ length: 100 }, (_, at) => intent(`pi_${at}`));
  answers["GET /api/v1/payment_intents"] = () => ({ body: { object: "list", data, has_more: true } });
  await expect(cards.records.payments(since)).rejects.toThrow("lists 50000 or more");
  expect(calls).toHaveLength(500);
});

test("checkouts are those that charge, and charges of saved cards", async () => {
  answers["GET /api/v1/checkout/sessions"] = paged([
    session("cs_2"),
    session("cs_setup", { mode: "setup" }),
    session("cs_1"),
  ]);
  const saved = intent("pi_1", { metadata: { payment: "p-1", saved_card: "yes" } });
  answers["GET /api/v1/payment_intents"] = paged([
    saved,
    intent("pi_2", { metadata: { saved_card: "no" } }),
    intent("pi_3"),
  ]);
  expect((await cards.records.checkouts(since)).map(({ id }) => id)).toEqual(["cs_1", "cs_2", "pi_1"]);
});

test("refunds that failed or were canceled are told apart, with their reason", async () => {
  const refund = (id: string, status: string, more: object = {}) => ({
    ...{ id, status, payment_intent: "pi_1", amount: 500, currency: "chf", created, metadata: { refund: `r-${id}` } },
    ...more,
  });
  answers["GET /api/v1/refunds"] = paged([
    refund("re_4", "canceled", { metadata: null }),
    refund("re_3", "failed", { failure_reason: "lost_or_stolen_card" }),
    refund("re_2", "pending", { payment_intent: { id: "pi_9" }, metadata: {} }),
    refund("re_1", "succeeded"),
  ]);
  const moved = { kind: "refund", amountMinor: 500, currency: "CHF", paymentId: null, at: new Date(created * 1000) };
  expect(await cards.records.refunds(since)).toEqual({
    moved: [
      { id: "re_1", refundOf: "pi_1", refundId: "r-re_1", ...moved },
      { id: "re_2", refundOf: "pi_9", refundId: null, ...moved },
    ],
    failed: [
      { id: "re_3", refundId: "r-re_3", reason: "lost_or_stolen_card" },
      { id: "re_4", refundId: null, reason: "canceled" },
    ],
  });
  expect(await cards.records.findRefund("pi_1", "r-re_1")).toBe("re_1");
  expect(await cards.records.findRefund("pi_1", "r-re_3")).toBe(null);
  expect(await cards.records.findRefund("pi_1", "r-unknown")).toBe(null);
  expect(calls.at(-1)?.query.get("payment_intent")).toBe("pi_1");
});

test.each([
  ["open", {}, { state: "open" }],
  [
    "paid",
    { payment_status: "paid", status: "complete", payment_intent: "pi_1" },
    { state: "paid", reference: "pi_1" },
  ],
  ["expired", { status: "expired" }, { state: "expired" }],
  [
    "declined",
    { payment_intent: { id: "pi_2", last_payment_error: { decline_code: "lost_card", code: "card_declined" } } },
    { reference: "pi_2", failureCode: "lost_card" },
  ],
  [
    "declined without a reason",
    { payment_intent: { id: "pi_2", last_payment_error: {} } },
    { reference: "pi_2", failureCode: "card_declined" },
  ],
  [
    "declined by code",
    { payment_intent: { id: "pi_2", last_payment_error: { code: "expired_card" } } },
    { reference: "pi_2", failureCode: "expired_card" },
  ],
  ["of metadata", { client_reference_id: null, metadata: { payment: "p-9" } }, { paymentId: "p-9" }],
  [
    "of nobody",
    { client_reference_id: null, metadata: null, amount_total: null, currency: null },
    { paymentId: null, amountMinor: 0, currency: "" },
  ],
])("a checkout that is %s", async (_title, more, wanted) => {
  answers["GET /api/v1/checkout/sessions/cs_1"] = () => ({ body: session("cs_1", more) });
  expect(await cards.retrieveCheckout("cs_1")).toEqual({
    ...{ id: "cs_1", paymentId: "p-cs_1", url: "https://pay.test", state: "open", amountMinor: 10_810 },
    ...{ currency: "CHF", reference: null, failureCode: null },
    ...wanted,
  });
  expect(calls[0]?.query.get("expand[0]")).toBe("payment_intent");
});

test.each([
  ["succeeded", {}, { state: "paid", amountMinor: 10_810 }],
  ["canceled", {}, { state: "expired" }],
  ["processing", {}, { state: "open" }],
  ["requires_payment_method", {}, { state: "open" }],
  [
    "requires_payment_method",
    { last_payment_error: { code: "expired_card" } },
    { state: "refused", failureCode: "expired_card" },
  ],
  [
    "requires_action",
    { next_action: { redirect_to_url: { url: "https://bank.test" } } },
    { state: "open", url: "https://bank.test" },
  ],
  ["succeeded", { metadata: {} }, { paymentId: null }],
])("a charge of a saved card that is %s", async (status, more, wanted) => {
  answers["GET /api/v1/payment_intents/pi_1"] = () => ({ body: intent("pi_1", { status, ...more }) });
  expect(await cards.retrieveCheckout("pi_1")).toMatchObject({
    ...{ id: "pi_1", reference: "pi_1", paymentId: "p-pi_1", url: null, currency: "CHF", ...wanted },
  });
});

const checkout: NewCheckout = {
  ...{ paymentId: "p-1", currency: "CHF", customer: null, email: "a@example.com", language: "de" },
  positions: [{ name: "Budget", amountMinor: 10_000 }],
  ...{ successUrl: "https://a.test/done", cancelUrl: "https://a.test/left" },
};
const create = "POST /api/v1/checkout/sessions";

test("a checkout names the payment everywhere, and saves the card only for a known customer", async () => {
  answers[create] = () => ({ body: session("cs_1") });
  await cards.createCheckout(checkout);
  const sent = {
    ...{ mode: "payment", client_reference_id: "p-1", "metadata[payment]": "p-1", locale: "de" },
    "payment_intent_data[metadata][payment]": "p-1",
    ...{ "line_items[0][quantity]": "1", "line_items[0][price_data][currency]": "chf" },
    ...{ "line_items[0][price_data][unit_amount]": "10000", "line_items[0][price_data][product_data][name]": "Budget" },
    ...{ success_url: checkout.successUrl, cancel_url: checkout.cancelUrl },
  };
  expect(calls[0]).toMatchObject({ key: "p-1", form: { ...sent, customer_email: "a@example.com" } });
  await cards.createCheckout({ ...checkout, customer: "cus_1" });
  expect(calls[1]?.form).toEqual({
    ...{ ...sent, customer: "cus_1", "payment_intent_data[setup_future_usage]": "off_session" },
  });
  await cards.createCheckout({ ...checkout, email: null });
  expect(calls[2]?.form).toEqual(sent);
});

const refusal = (code: string) => () => ({
  status: 400,
  body: { error: { type: "invalid_request_error", code, message: "no" } },
});

test("the processor's limits are errors of the amount; its failures are a pause; anything else is a fault", async () => {
  for (const code of ["amount_too_small", "amount_too_large"]) {
    answers[create] = refusal(code);
    await expect(cards.createCheckout(checkout)).rejects.toMatchObject({
      ...{ status: 422, details: { errors: { amount: [`card.${code}`] } } },
    });
  }
  answers[create] = refusal("other");
  await expect(cards.createCheckout(checkout)).rejects.toThrow("no");
  answers[create] = () => ({
    status: 402,
    body: { error: { type: "card_error", code: "amount_too_small", message: "card" } },
  });
  await expect(cards.createCheckout(checkout)).rejects.toThrow("card");
});

test("an open checkout is closed, one that cannot be is looked up", async () => {
  answers["POST /api/v1/checkout/sessions/cs_1/expire"] = () => ({ body: session("cs_1") });
  answers["GET /api/v1/checkout/sessions/cs_1"] = () => ({ body: session("cs_1", { status: "expired" }) });
  expect(await cards.closeCheckout("cs_1")).toMatchObject({ state: "expired" });
  answers["POST /api/v1/payment_intents/pi_1/cancel"] = refusal("payment_intent_unexpected_state");
  answers["GET /api/v1/payment_intents/pi_1"] = () => ({ body: intent("pi_1") });
  expect(await cards.closeCheckout("pi_1")).toMatchObject({ state: "paid" });
  expect(calls.map(({ method }) => method)).toEqual(["POST", "GET", "POST", "GET"]);
});

test("a refund has its own key, and is refused for good only by the processor's word", async () => {
  answers["POST /api/v1/refunds"] = () => ({ body: { id: "re_1" } });
  expect(await cards.refund({ id: "r-1", reference: "pi_1", amountMinor: 500 })).toEqual({ id: "re_1" });
  expect(calls[0]).toMatchObject({
    ...{ key: "refund:r-1", form: { payment_intent: "pi_1", amount: "500", "metadata[refund]": "r-1" } },
  });
  answers["POST /api/v1/refunds"] = refusal("charge_already_refunded");
  await expect(cards.refund({ id: "r-1", reference: "pi_1", amountMinor: 500 })).rejects.toBeInstanceOf(CardRefused);
});

const at = new Date("2026-03-02T09:00:00Z");
const signed = (payload: string, secondsAgo: number, secret = config.webhookSecret) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at.getTime() / 1000 - secondsAgo });
const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: "evt_1", object: "event", type, data: { object } });

test("an event counts with its signature, within five minutes before and after", () => {
  const payload = eventOf("other.event", { id: "x" });
  const read = (signature: string, body = payload) => cards.readEvent(Buffer.from(body), signature, at);
  const known = { id: "evt_1", type: "other.event", checkout: null, declined: null, failedRefund: null };
  for (const ago of [0, 300, -300]) expect(read(signed(payload, ago))).toEqual(known);
  for (const ago of [301, -301]) expect(read(signed(payload, ago))).toBe(null);
  expect([read(""), read("t=1"), read(signed(payload, 0, "whsec_2")), read(signed(payload, 0), `${payload} `)]).toEqual(
    Array(4).fill(null),
  );
  expect(read(signed("no json", 0), "no json")).toBe(null);
  expect(read(signed("{}", 0), "{}")).toBe(null);
});

test("events of checkouts, charges and refunds name what they are about", () => {
  const event = (type: string, object: object) => cardEventOf(JSON.parse(eventOf(type, object)));
  expect(event("checkout.session.completed", session("cs_1"))?.checkout).toMatchObject({ id: "cs_1" });
  const saved = intent("pi_1", { metadata: { payment: "p", saved_card: "yes" } });
  expect(event("payment_intent.succeeded", saved)).toMatchObject({ checkout: { id: "pi_1" }, declined: null });
  const declined = (error: object | null, metadata = { payment: "p-1" } as object) =>
    event("payment_intent.payment_failed", intent("pi_1", { metadata, last_payment_error: error }))?.declined;
  expect(declined({ decline_code: "lost_card", code: "x" })).toEqual({ paymentId: "p-1", failureCode: "lost_card" });
  expect(declined({ code: "expired_card" })?.failureCode).toBe("expired_card");
  expect([declined({})?.failureCode, declined(null)?.failureCode]).toEqual(["card_declined", "card_declined"]);
  expect(declined({}, {})).toBe(null);
  expect(event("payment_intent.succeeded", intent("pi_1"))).toMatchObject({ checkout: null, declined: null });
  expect(event("payment_intent.succeeded", { id: "pi_1" })).toBe(null);
  const refund = (status: string) =>
    event("refund.updated", { id: "re_1", status, metadata: { refund: "r-1" } })?.failedRefund;
  expect([refund("failed"), refund("succeeded")]).toEqual([{ id: "re_1", refundId: "r-1", reason: "failed" }, null]);
  expect(refund("canceled")?.reason).toBe("canceled");
  expect(event("customer.created", { id: "cus_1" })).toMatchObject({ type: "customer.created", checkout: null });
  expect([cardEventOf({ id: "", type: "a", data: { object: { id: "b" } } }), cardEventOf(null)]).toEqual([null, null]);
});

test("every reason of a declined card has its message; a lost or stolen card is only unusable", () => {
  const text = (code: string | null) => failureText(code, "en");
  expect(text(null)).toBe(null);
  const groups: string[][] = [
    [
      "card_declined",
      "generic_decline",
      "do_not_honor",
      "call_issuer",
      "no_action_taken",
      "transaction_not_allowed",
      "?",
    ],
    ["insufficient_funds"],
    ["withdrawal_count_limit_exceeded", "card_velocity_exceeded"],
    ["expired_card"],
    ["incorrect_cvc", "invalid_cvc"],
    ["incorrect_number"],
    ["card_not_supported"],
    ["currency_not_supported"],
    ["lost_card", "stolen_card", "pickup_card", "restricted_card", "fraudulent"],
    ["processing_error", "issuer_not_available", "try_again_later", "reenter_transaction"],
    ["authentication_required", "payment_intent_authentication_failure"],
    ["expired"],
    ["cancelled"],
    ["not_started"],
  ];
  const messages = groups.map((codes) => new Set(codes.map(text)));
  for (const [at, group] of messages.entries()) expect([at, group.size]).toEqual([at, 1]);
  expect(new Set(messages.flatMap((group) => [...group])).size).toBe(groups.length);
  expect(text("lost_card")).not.toMatch(/lost|stolen/i);
});
