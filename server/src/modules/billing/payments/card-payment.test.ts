import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { updateUser } from "../../users/index.ts";
import { billingExecutor } from "../commands.ts";
import { mailInvoiceJob } from "../invoices/mail-invoice.ts";
import { reserveBudget } from "../ledger/reserve-budget.ts";
import { cancelPayment } from "./cancel-payment.ts";
import { createCardProcessor } from "./card-processor.ts";
import type { Checkout } from "./checkout.ts";
import { findPayment, lockPaymentOfCheckout } from "./payment-sql.ts";
import { reconcilePayments } from "./reconcile-cards.ts";

let cards: CardServer;
let stack: Stack;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});

const checkoutOf = (url: string): string => url.split("/").at(-1)!;
const budget = async (client: TestClient) => (await client.get("/users/me")).body.balance;

const sendEvent = (id: string, type: string, checkout: string) => {
  const { body, signature } = cards.event(id, type, checkout, stack.clock.now());
  return stack.app.inject({
    method: "POST",
    url: "/stripe/webhook",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    payload: body,
  });
};

async function startPayment(client: TestClient, amount = 100) {
  const { status, body } = await client.post("/stripe", { amount });
  expect(status).toBe(201);
  return { payment: body, checkout: checkoutOf(body.checkout_url) };
}

test("[API-PAY-001] a card payment returns the URL for entering the card; amounts of 0 and less are rejected", async () => {
  const customer = await stack.signIn("customer");
  const { payment } = await startPayment(customer);
  expect(payment).toMatchObject({ status: "pending", amount: 100, amount_due: 108.1, currency: "CHF" });
  expect(payment.checkout_url).toMatch(/^https:\/\/cards\.example\/pay\/cs_/);
  expect((await customer.post("/stripe", { amount: 0 })).status).toBe(422);
  expect((await customer.post("/stripe", { amount: -1 })).status).toBe(422);
});

test("[FIELD-PAY-001] a payment has id, user, kind, amount, currency, status, reference and created_at", async () => {
  const customer = await stack.signIn("customer");
  const { payment, checkout } = await startPayment(customer);
  expect(payment).toMatchObject({ user: customer.uid, kind: "card", reference: null });
  expect(payment.id).toMatch(/^[0-9a-f-]{36}$/);
  cards.pay(checkout);
  const confirmed = await customer.patch(`/stripe/${payment.id}`);
  expect(confirmed.body).toMatchObject({ status: "succeeded", reference: `pi_of_${checkout}` });
  expect(Date.parse(confirmed.body.created_at)).toBe(stack.clock.now().getTime());
});

test("[PAY-001] [PAY-004] [API-PAY-002] a paid card raises the stripe budget once, whether by webhook or by polling", async () => {
  const customer = await stack.signIn("customer");
  const { payment, checkout } = await startPayment(customer);
  expect((await customer.patch(`/stripe/${payment.id}`)).body.status).toBe("pending");
  expect(await budget(customer)).toMatchObject({ stripe: 0, balance: 0 });
  cards.pay(checkout);
  const page = `//billing/checkout/success?session_id=${checkout}`;
  const answers = await Promise.all([
    customer.patch(`/stripe/${payment.id}`),
    customer.patch(`/stripe/${payment.id}`),
    stack.visitor().get(page),
    sendEvent(`evt_${checkout}_1`, "checkout.session.completed", checkout),
    sendEvent(`evt_${checkout}_1`, "checkout.session.completed", checkout),
    sendEvent(`evt_${checkout}_2`, "checkout.session.async_payment_succeeded", checkout),
  ]);
  expect(answers.map((answer) => ("status" in answer ? answer.status : answer.statusCode))).toEqual(Array(6).fill(200));
  expect(await budget(customer)).toMatchObject({ stripe: 100, total: 100, balance: 100 });
  const invoices = (await customer.get("/billing/invoices")).body.data;
  expect(invoices).toHaveLength(1);
  expect((await customer.get(`/${invoices[0].pdf}`)).bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

test("a paid card is confirmed once by a receipt with the paid invoice, in the customer's language", async () => {
  const customer = await stack.signIn({ uid: "receipt-reader", role: "customer", lang: "de" });
  const { checkout } = await startPayment(customer);
  const receipts = async () => {
    await stack.platform.jobs.drain(mailInvoiceJob);
    return stack.outbox.filter(({ to }) => to === "receipt-reader@test.example");
  };
  expect(await receipts()).toEqual([]);
  cards.pay(checkout);
  await sendEvent(`evt_${checkout}_1`, "checkout.session.completed", checkout);
  await receipts();
  await sendEvent(`evt_${checkout}_2`, "checkout.session.async_payment_succeeded", checkout);
  const [receipt, ...others] = await receipts();
  expect(others).toEqual([]);
  const [invoice] = (await customer.get("/billing/invoices")).body.data;
  expect(receipt?.subject).toContain("Zahlungsbestätigung über CHF 108.10");
  expect(receipt?.text).toContain("CHF\u00a0100.00 wurden Ihrem Budget gutgeschrieben.");
  expect(receipt?.attachments?.map(({ filename }) => filename)).toEqual([`${invoice.number}.pdf`]);
});

test("[API-PAY-002] returns 403 for another user's payment and 404 for an unknown one", async () => {
  const customer = await stack.signIn("customer");
  const other = await stack.signIn("customer");
  const { payment } = await startPayment(customer);
  expect((await other.patch(`/stripe/${payment.id}`)).status).toBe(403);
  expect((await customer.patch("/stripe/00000000-0000-4000-8000-000000000000")).status).toBe(404);
});

test("[CONST-047] the card pays the amount plus VAT, no fees; the net amount is credited", async () => {
  const customer = await stack.signIn("customer");
  const { checkout } = await startPayment(customer, 123.45);
  const asked = cards.asked.filter(({ path }) => path === "/checkout/sessions").at(-1)!;
  expect(asked.body.get("line_items[0][price_data][unit_amount]")).toBe("12345");
  expect(asked.body.get("line_items[1][price_data][unit_amount]")).toBe("1000");
  expect([...asked.body.keys()].some((key) => key.startsWith("line_items[2]"))).toBe(false);
  cards.pay(checkout);
  await sendEvent(`evt_${checkout}`, "checkout.session.completed", checkout);
  expect(await budget(customer)).toMatchObject({ stripe: 123.45, balance: 123.45 });
});

test("[CONST-003] a customer in Germany pays in EUR, without VAT", async () => {
  const customer = await stack.signIn("customer");
  await updateUser(
    stack.platform.db,
    customer.uid!,
    { countryCode: "DE", vatNumber: "DE123456789" },
    stack.clock.now(),
  );
  const { payment, checkout } = await startPayment(customer);
  expect(payment).toMatchObject({ currency: "EUR", amount: 100, amount_due: 100 });
  cards.pay(checkout);
  await customer.patch(`/stripe/${payment.id}`);
  expect(await budget(customer)).toMatchObject({ currency: "EUR", balance: 100 });
});

test("[PAY-007] a declined card returns a readable reason and no balance; a good card afterwards still pays", async () => {
  const customer = await stack.signIn("customer");
  const { payment, checkout } = await startPayment(customer);
  cards.decline(checkout, "insufficient_funds");
  const declined = await customer.patch(`/stripe/${payment.id}`, undefined, { "accept-language": "de" });
  expect(declined.body).toMatchObject({
    status: "pending",
    failure_message: "Die Karte ist nicht ausreichend gedeckt. Nehmen Sie eine andere Karte",
  });
  expect(await budget(customer)).toMatchObject({ stripe: 0 });
  cards.pay(checkout);
  expect((await customer.patch(`/stripe/${payment.id}`)).body).toMatchObject({
    status: "succeeded",
    failure_message: null,
  });
});

test("a webhook with a wrong or expired signature changes nothing", async () => {
  const customer = await stack.signIn("customer");
  const { checkout } = await startPayment(customer);
  cards.pay(checkout);
  const { body, signature } = cards.event(
    "evt_old",
    "checkout.session.completed",
    checkout,
    new Date("2025-01-01T00:00:00Z"),
  );
  const send = (payload: string, header: string) =>
    stack.app.inject({
      method: "POST",
      url: "/stripe/webhook",
      headers: { "content-type": "application/json", "stripe-signature": header },
      payload,
    });
  expect((await send(body, signature)).statusCode).toBe(400);
  expect((await send(body, "t=1,v1=00")).statusCode).toBe(400);
  expect((await send("", "")).statusCode).toBe(400);
  expect(await budget(customer)).toMatchObject({ stripe: 0 });
});

test("a signed message that is not an event of the processor, or is dated in the future, gets 400", async () => {
  const now = stack.clock.now();
  const send = (payload: string, at = now) =>
    stack.app.inject({
      method: "POST",
      url: "/stripe/webhook",
      headers: { "content-type": "application/json", "stripe-signature": cards.sign(payload, at) },
      payload,
    });
  const event = { id: "evt_sound", type: "payment_intent.succeeded", data: { object: { id: "pi_1" } } };
  const broken = [
    '{"id":"evt_1"',
    "[]",
    "null",
    "{}",
    JSON.stringify({ id: "evt_2", type: "checkout.session.completed", data: {} }),
    JSON.stringify({ id: "evt_3", type: "checkout.session.completed", data: { object: {} } }),
    JSON.stringify(event),
  ];
  for (const payload of broken) expect([payload, (await send(payload)).statusCode]).toEqual([payload, 400]);
  const sound = JSON.stringify({ ...event, data: { object: { id: "pi_1", currency: "chf", metadata: {} } } });
  expect((await send(sound, new Date(now.getTime() + 3_600_000))).statusCode).toBe(400);
  expect((await send(sound)).statusCode).toBe(200);
});

test("rejects an amount that cannot be charged to a card at its field, before a payment is stored", async () => {
  const customer = await stack.signIn("customer");
  const small = await customer.post("/stripe", { amount: 0.45 });
  expect([small.status, small.body.errors]).toEqual([
    422,
    { amount: ["The smallest amount that can be paid by card is CHF\u00a00.50."] },
  ]);
  const large = await customer.post("/stripe", { amount: 925069.38 }, { "accept-language": "de" });
  expect(large.status).toBe(422);
  expect(large.body.errors.amount[0]).toContain("999'999.99");
  expect((await customer.get("/billing/payments")).body.meta.total).toBe(0);
  expect((await customer.post("/stripe", { amount: 925069 })).status).toBe(201);
  expect((await customer.post("/stripe", { amount: 0.46 })).status).toBe(201);
});

test("reports the processor's own limits at the amount field and fails the payment", async () => {
  const customer = await stack.signIn("customer");
  cards.refusesCheckouts = "amount_too_small";
  const { status, body } = await customer.post("/stripe", { amount: 1 }).finally(() => {
    cards.refusesCheckouts = null;
  });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["amount"]]);
  expect((await customer.get("/billing/payments")).body.data).toMatchObject([{ status: "failed" }]);
});

test("a repeated call starts a payment that could not be started before", async () => {
  const customer = await stack.signIn("customer");
  const key = { "idempotency-key": "down-at-first" };
  cards.isDown = true;
  expect((await customer.post("/stripe", { amount: 50 }, key)).status).toBe(503);
  cards.isDown = false;
  const again = await customer.post("/stripe", { amount: 50 }, key);
  expect(again.body).toMatchObject({ status: "pending", failure_message: null });
  cards.pay(checkoutOf(again.body.checkout_url));
  expect((await customer.patch(`/stripe/${again.body.id}`)).body.status).toBe("succeeded");
  expect((await customer.get("/billing/payments")).body.meta.total).toBe(1);
});

test("the books name the person or job that posted a card payment, and the audit log its command", async () => {
  const customer = await stack.signIn("customer");
  const asked = await startPayment(customer);
  cards.pay(asked.checkout);
  await customer.patch(`/stripe/${asked.payment.id}`);
  const told = await startPayment(customer);
  cards.pay(told.checkout);
  await sendEvent(`evt_${told.checkout}`, "checkout.session.completed", told.checkout);
  const { rows } = await stack.platform.db.execute(sql`
    select e.actor_uid, e.details ->> 'job' as job, a.actor_kind, a.actor_name, a.command from ledger_entries e
    join audit_entries a on a.subject_type = 'payment' and 'payment:' || a.subject_id = e.key
    where e.key in (${`payment:${asked.payment.id}`}, ${`payment:${told.payment.id}`})
      and a.changes @> '[{"field": "status", "after": "succeeded"}]' order by e.id`);
  expect(rows).toEqual([
    { actor_uid: customer.uid, job: null, actor_kind: "user", actor_name: null, command: "billing.settle_payment" },
    {
      actor_uid: null,
      job: "billing.card-webhook",
      actor_kind: "job",
      actor_name: "billing.card-webhook",
      command: "billing.apply_card_event",
    },
  ]);
});

test("does not credit a checkout that was paid with a different amount", async () => {
  const customer = await stack.signIn("customer");
  const { payment, checkout } = await startPayment(customer);
  cards.payWrongly(checkout, 100);
  expect((await customer.patch(`/stripe/${payment.id}`)).status).toBe(500);
  expect(await budget(customer)).toMatchObject({ stripe: 0 });
});

test("polling settles payments whose webhook never arrived and fails expired ones", async () => {
  const customer = await stack.signIn("customer");
  const paid = await startPayment(customer);
  const expired = await startPayment(customer);
  cards.pay(paid.checkout);
  cards.expire(expired.checkout);
  stack.clock.advance(5 * 60_000);
  const processor = createCardProcessor(stack.platform.config.providers.stripe!);
  await reconcilePayments({
    platform: stack.platform,
    cards: processor,
    execute: billingExecutor(stack.platform, processor),
  });
  expect((await customer.patch(`/stripe/${paid.payment.id}`)).body.status).toBe("succeeded");
  expect((await customer.patch(`/stripe/${expired.payment.id}`)).body).toMatchObject({
    status: "failed",
    failure_message: "The payment was not finished in time, and nothing was charged. Start it again",
  });
  expect(await budget(customer)).toMatchObject({ stripe: 100 });
});

test.each([
  ["expired", null, "cancelled"],
  ["refused", "card_declined", "card_declined"],
] as const)(
  "a payment canceled while its checkout is %s ends with its own reason",
  async (state: Checkout["state"], failureCode, expected) => {
    const customer = await stack.signIn("customer");
    const { payment } = await startPayment(customer);
    const processor = createCardProcessor(stack.platform.config.providers.stripe!);
    const closeCheckout = async (id: string) => ({ ...(await processor.retrieveCheckout(id)), state, failureCode });
    const execute = billingExecutor(stack.platform, processor);
    const row = (await findPayment(stack.platform.db, payment.id))!;
    const work = { platform: stack.platform, cards: { ...processor, closeCheckout }, execute };
    const ended = await cancelPayment(work, { kind: "job", name: "test" }, row);
    expect([ended.status, ended.failureCode]).toEqual(["failed", expected]);
    expect(await findPayment(stack.platform.db, payment.id)).toMatchObject({ failureCode: expected });
  },
);

test("[API-PAY-003] a plan by card costs the booking price and activates the subscription; [CONST-006] paying again extends it", async () => {
  stack.clock.set(new Date("2026-03-15T12:00:00.000Z"));
  const customer = await stack.signIn("customer");
  const buy = async () => {
    const { status, body } = await customer.post("/stripe/package", { plan: "starter" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: "package", amount: 1500, amount_due: 1621.5 });
    cards.pay(checkoutOf(body.checkout_url));
    expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
    return (await customer.get("/users/me")).body;
  };
  const before = (await customer.get("/users/me")).body;
  expect(before.subscription).toMatchObject({ is_exists: false, plan: null });
  const first = await buy();
  expect(first.subscription).toEqual({
    is_exists: true,
    isNearEndDate: false,
    isLowBalance: false,
    plan: "starter",
    end_at: "2026-06-15T12:00:00.000Z",
  });
  expect(first.balance).toMatchObject({ stripe: 1500, balance: 1500 });
  expect((await buy()).subscription.end_at).toBe("2026-09-15T12:00:00.000Z");
  expect((await customer.post("/stripe/package", { plan: "gigantic" })).status).toBe(422);
});

test("[PAGE-015] [ROUTE-042] the success page confirms with plan, amount and invoice number, in the customer's language", async () => {
  const customer = await stack.signIn({ uid: "german-buyer", role: "customer", lang: "de" });
  const { body } = await customer.post("/stripe/package", { plan: "growth" });
  const checkout = checkoutOf(body.checkout_url);
  const url = `//billing/checkout/success?session_id=${checkout}`;
  const waiting = await stack.visitor().get(url);
  expect(waiting.text).toContain("Die Zahlung ist noch nicht bestätigt");
  cards.pay(checkout);
  const page = await stack.visitor().get(url);
  expect(page.status).toBe(200);
  const [invoice] = (await customer.get("/billing/invoices")).body.data;
  for (const text of ["Paket Standard, 3 Monate", "CHF\u00a04&#39;864.50", invoice.number, 'lang="de"']) {
    expect(page.text).toContain(text);
  }
  expect(page.text).toContain('<a class="main" href="/campaigns/create">Kampagne erstellen</a>');
  const reservation = {
    ownerUid: "german-buyer",
    campaignId: 7901,
    currency: "CHF",
    amountMicros: 1_000_000n,
  } as const;
  await stack.platform.db.transaction((tx) => reserveBudget(tx, { ...reservation, key: "first-campaign" }));
  const later = await stack.visitor().get(url);
  expect(later.text).toContain('<a class="main" href="/campaigns">Zu den Kampagnen</a>');
  expect(later.text).toContain('href="/invoices">Zur Abrechnung</a>');
  expect(later.text).not.toContain("/campaigns/create");
  expect(page.text).not.toMatch(/<script(?! src="\/theme\.js"><\/script>)|style=/);
  expect((await stack.visitor().get("//billing/checkout/success?session_id=cs_unknown")).status).toBe(404);
});

test("an event that names the checkout while the processor's answer waits for the lock does not discard the answer", async () => {
  const customer = await stack.signIn("customer");
  cards.isDown = true;
  await customer.post("/stripe", { amount: 10 }, { "idempotency-key": "named-by-an-event" });
  cards.isDown = false;
  const paymentId: string = (await customer.get("/billing/payments")).body.data[0].id;
  const { db } = stack.platform;
  const page = "https://bank.example/confirm";
  const { answer } = await db.transaction(async (event) => {
    await lockPaymentOfCheckout(event, { id: "pi_raced", paymentId, url: null });
    const answer = db.transaction((tx) => lockPaymentOfCheckout(tx, { id: "pi_raced", paymentId, url: page }));
    await expect.poll(() => stack.waitingForLocks()).toBe(1);
    return { answer };
  });
  expect(await answer).toMatchObject({ id: paymentId, checkoutId: "pi_raced", checkoutUrl: page });
});

test("the same Idempotency-Key creates one payment", async () => {
  const customer = await stack.signIn("customer");
  const key = { "idempotency-key": "one-and-only" };
  const first = await customer.post("/stripe", { amount: 50 }, key);
  const again = await customer.post("/stripe", { amount: 50 }, key);
  expect(again.body.id).toBe(first.body.id);
  expect((await customer.post("/stripe", { amount: 60 }, key)).status).toBe(409);
});
