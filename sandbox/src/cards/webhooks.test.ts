import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Stripe from "stripe";
import { afterEach, expect, test, vi } from "vitest";
import { startTestSandbox, type TestSandbox, webhookSecret } from "../testing/start-test-sandbox.ts";

const open: TestSandbox[] = [];
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.stop();
});

async function start(
  ...options: Parameters<typeof startTestSandbox>
): Promise<{ sandbox: TestSandbox; stripe: Stripe }> {
  const sandbox = await startTestSandbox(...options);
  open.push(sandbox);
  const { hostname: host, port } = new URL(sandbox.url);
  return { sandbox, stripe: new Stripe("sk_test_demo", { host, port, protocol: "http", maxNetworkRetries: 0 }) };
}

const control = (sandbox: TestSandbox, changes: object) =>
  fetch(`${sandbox.url}/cards/control`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(changes),
  });

const typesOf = (sandbox: TestSandbox): string[] =>
  sandbox.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

const soon = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 20 });

const attempts = async (sandbox: TestSandbox): Promise<number[]> => {
  const state = (await (await fetch(`${sandbox.url}/cards/control`)).json()) as { deliveries: { attempts: number }[] };
  return state.deliveries.map((one) => one.attempts);
};

const pay = (stripe: Stripe) =>
  stripe.paymentIntents.create({ amount: 900, currency: "chf", payment_method: "pm_card_visa", confirm: true });

test("events are signed like the official SDK verifies them, and can be listed", async () => {
  const { sandbox, stripe } = await start();
  const intent = await pay(stripe);
  await soon(() => expect(sandbox.received).toHaveLength(3));
  expect(typesOf(sandbox)).toEqual(["payment_intent.created", "charge.succeeded", "payment_intent.succeeded"]);
  const { body, headers, path: asked } = sandbox.received[2]!;
  expect(asked).toBe("/stripe/webhook");
  const signature = String(headers["stripe-signature"]);
  const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
  expect((event.data.object as Stripe.PaymentIntent).id).toBe(intent.id);
  expect(() => stripe.webhooks.constructEvent(body, signature, "another secret")).toThrow();
  expect(() => stripe.webhooks.constructEvent(`${body} `, signature, webhookSecret)).toThrow();
  const listed = await stripe.events.list({ type: "payment_intent.succeeded" });
  expect(listed.data.map(({ id }) => id)).toEqual([event.id]);
  expect((await stripe.events.retrieve(event.id)).type).toBe("payment_intent.succeeded");
});

test("retries a rejected delivery after a pause", async () => {
  let now = new Date("2026-11-21T10:00:00Z");
  const { sandbox, stripe } = await start({}, { now: () => now });
  sandbox.answer.status = 500;
  await stripe.customers.create({ email: "a@b.example" });
  await soon(async () => expect(await attempts(sandbox)).toEqual([1]));
  sandbox.answer.status = 200;
  now = new Date(now.getTime() + 60_000);
  await soon(() => expect(sandbox.received).toHaveLength(2));
  const [first, second] = sandbox.received.map(({ body }) => JSON.parse(body) as { id: string });
  expect(second!.id).toBe(first!.id);
  expect(sandbox.received[1]!.headers["stripe-signature"]).not.toBe(sandbox.received[0]!.headers["stripe-signature"]);
  await soon(async () => expect((await stripe.events.retrieve(first!.id)).pending_webhooks).toBe(0));
});

test("deliveries can be withheld, duplicated and reordered", async () => {
  const { sandbox, stripe } = await start();
  await control(sandbox, { withhold: true, duplicate: 1 });
  await pay(stripe);
  const before = (await (await fetch(`${sandbox.url}/cards/control`)).json()) as { deliveries: { state: string }[] };
  expect(before.deliveries.map(({ state }) => state)).toEqual(Array(6).fill("pending"));
  expect(sandbox.received).toHaveLength(0);
  await control(sandbox, { withhold: false, reorder: true });
  await soon(() => expect(sandbox.received).toHaveLength(6));
  expect(typesOf(sandbox)[0]).toBe("payment_intent.succeeded");
  expect(typesOf(sandbox)[5]).toBe("payment_intent.created");
});

test("an outage is an error of the processor", async () => {
  const { sandbox, stripe } = await start();
  await control(sandbox, { down: true });
  await expect(stripe.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAPIError);
  await fetch(`${sandbox.url}/cards/control`, { method: "DELETE" });
  expect((await stripe.customers.list()).data).toEqual([]);
});

test("an endpoint created by the API gets the events it subscribed to", async () => {
  const { sandbox, stripe } = await start();
  const endpoint = await stripe.webhookEndpoints.create({
    url: "http://127.0.0.1:9/",
    enabled_events: ["customer.created", "customer.deleted"],
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  expect(await stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty("secret");
  await stripe.customers.create({});
  const state = (await (await fetch(`${sandbox.url}/cards/control`)).json()) as { deliveries: { endpoint: string }[] };
  expect(state.deliveries.map((one) => one.endpoint).sort()).toEqual(["product", endpoint.id].sort());
});

test("payments and undelivered events survive a restart", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "sandbox-"));
  const first = await startTestSandbox({ dataDir: folder });
  const { hostname: host, port } = new URL(first.url);
  const before = new Stripe("sk_test_demo", { host, port, protocol: "http" });
  await control(first, { withhold: true });
  const intent = await pay(before);
  await first.stop();
  const { sandbox, stripe } = await start({ dataDir: folder });
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  await soon(() => expect(typesOf(sandbox)).toContain("payment_intent.succeeded"));
  await open.pop()!.stop();
  rmSync(folder, { recursive: true });
});
