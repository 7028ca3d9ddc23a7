import { randomInt } from "node:crypto";
import { seededRandom } from "@litfass/platform/random";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { billingExecutor } from "../commands.ts";
import { type CardProcessor, createCardProcessor } from "./card-processor.ts";
import { insertPayment } from "./payment-sql.ts";
import { reconcileCards } from "./reconcile-cards.ts";

let cards: CardServer;
let processor: CardProcessor;
let stack: Stack;
let admin: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  cards.now = () => stack.clock.now();
  processor = createCardProcessor(stack.platform.config.providers.stripe!);
  admin = await stack.signIn("admin");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});

const hourMs = 3_600_000;
const reconcile = () => {
  const { platform } = stack;
  return reconcileCards({ platform, cards: processor, execute: billingExecutor(platform, processor) });
};
const budget = async (client: TestClient) => (await client.get("/users/me")).body.balance;

async function begin(client: TestClient, amount = 100): Promise<{ id: string; checkout: string }> {
  const { body } = await client.post("/stripe", { amount });
  return { id: body.id, checkout: body.checkout_url.split("/").at(-1) };
}

async function send(id: string, type: string, about: string | object): Promise<number> {
  const { body, signature } = cards.event(id, type, about, stack.clock.now());
  const { statusCode } = await stack.app.inject({
    method: "POST",
    url: "/stripe/webhook",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    payload: body,
  });
  return statusCode;
}

/** The entries, invoices and credits of a payment in the books. */
async function effectsOf(payment: string): Promise<{ entries: number; invoices: number; status: string }> {
  const { rows } = await stack.platform.db.execute<{ entries: number; invoices: number; status: string }>(sql`
    select (select count(*)::int from ledger_entries where key = ${`payment:${payment}`}) as entries,
      (select count(*)::int from invoices i join ledger_entries e on e.details ->> 'invoice' = i.number
        where e.key = ${`payment:${payment}`}) as invoices, status from payments where id = ${payment}`);
  return rows[0]!;
}

const paidOnce = { entries: 1, invoices: 1, status: "succeeded" };

test("webhooks in any order, repeated, late or missing, apply once and match the processor", async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31 - 1));
  const random = seededRandom(seed);
  const types = ["checkout.session.completed", "checkout.session.async_payment_succeeded", "payment_intent.created"];
  const customer = await stack.signIn("customer");
  const paid: string[] = [];
  const expired: string[] = [];
  const sent = { now: 0, late: 0, repeated: 0, missing: 0 };
  const late: [string, string, string][] = [];
  for (let each = 0; each < 40; each += 1) {
    const { id, checkout } = await begin(customer, 10 + each);
    const isPaid = random.number() < 0.8;
    (isPaid ? paid : expired).push(id);
    if (isPaid) cards.pay(checkout);
    else cards.expire(checkout);
    const events = (isPaid ? types : ["checkout.session.expired"]).map((type, index): [string, string, string] => [
      `evt_${each}_${index}`,
      type,
      checkout,
    ]);
    for (const event of events.sort(() => random.number() - 0.5)) {
      const fate = random.number();
      if (fate < 0.35) sent.missing += 1;
      else if (fate < 0.6) {
        late.push(event);
        sent.late += 1;
      } else {
        const times = fate < 0.8 ? 1 : 3;
        for (let time = 0; time < times; time += 1) expect(await send(...event)).toBe(200);
        sent.now += 1;
        sent.repeated += times - 1;
      }
    }
  }
  stack.clock.advance(hourMs);
  await reconcile();
  for (const event of late) expect(await send(...event)).toBe(200);
  await reconcile();
  for (const id of paid) expect({ id, ...(await effectsOf(id)) }).toEqual({ id, ...paidOnce });
  for (const id of expired) expect(await effectsOf(id)).toEqual({ entries: 0, invoices: 0, status: "failed" });
  const total = paid.length;
  expect((await customer.get("/billing/invoices?per_page=all")).body.meta.total).toBe(total);
  console.log(`webhooks (seed ${seed}): ${total} payments, ${expired.length} expired; ${JSON.stringify(sent)}`);
});

test("an expiry event that arrives before the payment event does not lose the money", async () => {
  const customer = await stack.signIn("customer");
  const { id, checkout } = await begin(customer);
  cards.expire(checkout);
  expect(await send("evt_expired_first", "checkout.session.expired", checkout)).toBe(200);
  expect((await effectsOf(id)).status).toBe("failed");
  cards.pay(checkout);
  expect(await send("evt_paid_second", "checkout.session.completed", checkout)).toBe(200);
  expect(await effectsOf(id)).toEqual(paidOnce);
  expect(await budget(customer)).toMatchObject({ stripe: 100 });
});

test("credits a payment whose process died before storing the checkout", async () => {
  const customer = await stack.signIn("customer");
  const { db, clock, random } = stack.platform;
  const id = random.id();
  const at = clock.now();
  await insertPayment(db, {
    id,
    ownerUid: customer.uid!,
    kind: "card",
    currency: "CHF",
    amountMicros: 50_000_000n,
    vatMicros: 0n,
    status: "pending",
    createdAt: at,
  });
  const made = await processor.createCheckout({
    paymentId: id,
    currency: "CHF",
    positions: [{ name: "Advertising budget", amountMinor: 5_000 }],
    customer: null,
    email: null,
    language: "en",
    successUrl: "https://app.example/done",
    cancelUrl: "https://app.example/back",
  });
  cards.pay(made.id);
  stack.clock.advance(hourMs);
  await reconcile();
  expect(await effectsOf(id)).toEqual(paidOnce);
});

test("a refund waits while the processor is down and is made once", async () => {
  const customer = await stack.signIn("customer");
  const { id, checkout } = await begin(customer);
  cards.pay(checkout);
  await send(`evt_${checkout}`, "checkout.session.completed", checkout);
  const [row] = (await admin.get(`/users/${customer.uid}/transactions`)).body.data;
  const before = cards.refunds.length;
  cards.isDown = true;
  const key = { "idempotency-key": `down-${id}` };
  const refund = () => admin.post("/billing/admin/transactions/refund", { transaction: row.id, amount: 40 }, key);
  expect((await refund()).status).toBe(200);
  expect(cards.refunds).toHaveLength(before);
  expect(await budget(customer)).toMatchObject({ stripe: 60 });
  cards.isDown = false;
  // The first response was lost and forgotten: the same key still has one effect.
  await stack.platform.db.execute(sql`delete from idempotency_keys where caller_uid = ${admin.uid!}`);
  expect((await refund()).body).toMatchObject({ amount: -40 });
  expect(await budget(customer)).toMatchObject({ stripe: 60 });
  stack.clock.advance(30 * hourMs);
  await Promise.all([reconcile(), reconcile()]);
  await reconcile();
  expect(cards.refunds.slice(before).map(({ amount }) => amount)).toEqual([4_324]);
  const { rows } = await stack.platform.db.execute(sql`
    select r.state, m.amount_minor::int as moved from card_refunds r join card_movements m on m.id = r.processor_id
    where r.payment_id = ${id}`);
  expect(rows).toEqual([{ state: "done", moved: 4_324 }]);
});

test("a refund that the card's bank returns later is queued for a bank transfer", async () => {
  const customer = await stack.signIn("customer");
  const { checkout } = await begin(customer);
  cards.pay(checkout);
  await send(`evt_${checkout}`, "checkout.session.completed", checkout);
  const [row] = (await admin.get(`/users/${customer.uid}/transactions`)).body.data;
  const refund = { transaction: row.id, amount: 40 };
  expect((await admin.post("/billing/admin/transactions/refund", refund)).status).toBe(200);
  const refused = async () => (await admin.get("/billing/admin/refused-refunds")).body.data;
  expect(await refused()).toEqual([]);
  const made = { object: "refund", ...cards.refunds.at(-1), status: "failed", failure_reason: "lost_or_stolen_card" };
  expect(await send("evt_came_back", "refund.failed", made)).toBe(200);
  expect(await send("evt_came_back", "refund.failed", made)).toBe(200);
  expect(await refused()).toMatchObject([{ user_name: expect.any(String), reason: "lost_or_stolen_card" }]);
});

test("a run reports what it settled, finds a refund that came back without an event, and records it", async () => {
  const customer = await stack.signIn("customer");
  const [paid, open] = [await begin(customer), await begin(customer)];
  cards.pay(paid.checkout);
  stack.clock.advance(hourMs / 4);
  expect(await reconcile()).toMatchObject({ settled: 1 });
  expect(await reconcile()).toMatchObject({ settled: 0 });
  expect((await effectsOf(open.id)).status).toBe("pending");
  const list = (order: string) => admin.get(`/users/${customer.uid}/transactions?${order}`);
  const [row] = (await list("")).body.data;
  const refund = { transaction: row.id, amount: 40 };
  expect((await admin.post("/billing/admin/transactions/refund", refund)).status).toBe(200);
  const amounts = async (direction: string) =>
    (await list(`sort=amount&direction=${direction}`)).body.data.map((each: { amount: number }) => each.amount);
  expect([await amounts("asc"), await amounts("desc")]).toEqual([
    [-40, 100],
    [100, -40],
  ]);
  Object.assign(cards.refunds.at(-1)!, { status: "failed", failure_reason: "expired_or_canceled_card" });
  await reconcile();
  await reconcile();
  const { rows } = await stack.platform.db.execute(sql`
    select a.changes from card_refunds r join audit_entries a on a.subject_id = r.id::text
    where r.payment_id = ${paid.id} and a.subject_type = 'card_refund' order by a.id`);
  expect(rows.at(-1)).toEqual({ changes: [{ field: "state", before: "done", after: "refused" }] });
  expect(rows.filter(({ changes }) => JSON.stringify(changes).includes("refused"))).toHaveLength(1);
});

test("asks a processor that did not answer for the same period again", async () => {
  const until = async () =>
    (await stack.platform.db.execute<{ asked: string }>(sql`select asked_until::text as asked from card_records`))
      .rows[0]!.asked;
  const before = await until();
  stack.clock.advance(hourMs);
  cards.isDown = true;
  await expect(reconcile()).rejects.toMatchObject({ status: 503 });
  cards.isDown = false;
  expect(await until()).toBe(before);
  await reconcile();
  expect(await until()).not.toBe(before);
});
