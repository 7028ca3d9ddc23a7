import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SandboxProcess, startSandboxProcess } from "../../../testing/sandbox-process.ts";
import { cardEventTypes } from "./card-event.ts";
import { cardExaminer } from "./examine-connection.ts";

const publicUrl = "https://app.example";
const webhook = `${publicUrl}/stripe/webhook`;
let sandbox: SandboxProcess;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startSandboxProcess(publicUrl);
  const { hostname: host, port } = new URL(sandbox.url);
  stripe = new Stripe("sk_test_1", { host, port, protocol: "http", maxNetworkRetries: 0, telemetry: false });
});
afterAll(() => sandbox.stop());

type Settings = Parameters<ReturnType<typeof cardExaminer>>[0];

const settings = (stripeSettings: object | null, sandboxUrl: string | null = null): Settings =>
  ({ providers: { stripe: stripeSettings }, publicUrl, sandboxUrl }) as unknown as Settings;
const examine = (secretKey = "sk_test_1", apiUrl = `${sandbox.url}/stripe`) =>
  cardExaminer(fetch)(settings({ secretKey, apiUrl }));

type Events = Stripe.WebhookEndpointCreateParams.EnabledEvent[];
const every: Events = [...cardEventTypes];

/** Examines an account with these endpoints, which are removed afterwards. */
async function withEndpoints(endpoints: { url?: string; events: Events; isDisabled?: boolean }[]) {
  const made: string[] = [];
  for (const { url = webhook, events, isDisabled } of endpoints) {
    const { id } = await stripe.webhookEndpoints.create({ url, enabled_events: events });
    made.push(id);
    if (isDisabled) await stripe.webhookEndpoints.update(id, { disabled: true });
  }
  try {
    return await examine();
  } finally {
    for (const id of made) await stripe.webhookEndpoints.del(id);
  }
}

test("the webhook is fine if it is sent all events, by one endpoint or by several", async () => {
  expect(await withEndpoints([{ events: every }])).toEqual({ state: "ok" });
  expect(await withEndpoints([{ events: ["*"] }])).toEqual({ state: "ok" });
  const halves = [{ events: every.slice(0, 4) }, { events: every.slice(4) }];
  expect(await withEndpoints(halves)).toEqual({ state: "ok" });
});

test("events that no enabled endpoint is sent are named", async () => {
  const missing = (events: string[]) => ({ state: "events_missing", webhook, events });
  const without = (type: string) => every.filter((each) => each !== type);
  for (const type of cardEventTypes) {
    expect(await withEndpoints([{ events: without(type) }])).toEqual(missing([type]));
  }
  const refundsDisabled = [
    { events: every.filter((type) => !type.startsWith("refund.")) },
    { events: every, isDisabled: true },
  ];
  expect(await withEndpoints(refundsDisabled)).toEqual(missing(["refund.updated", "refund.failed"]));
});

test("a missing, foreign or disabled endpoint is reported", async () => {
  expect(await withEndpoints([])).toEqual({ state: "no_webhook", webhook });
  const others = ["https://other.example/stripe/webhook", `${webhook}/`, `${publicUrl}/webhook`];
  expect(await withEndpoints(others.map((url) => ({ url, events: ["*"] })))).toEqual({ state: "no_webhook", webhook });
  expect(await withEndpoints([{ events: every, isDisabled: true }])).toEqual({ state: "webhook_disabled", webhook });
});

test("a rejected key, one without permission, an outage and a processor that is not there differ", async () => {
  expect(await examine("sk_live_unknown_here")).toEqual({ state: "key_rejected" });
  expect(await examine("rk_test_restricted")).toEqual({ state: "unreadable", status: 403 });
  const control = (down: boolean) =>
    fetch(`${sandbox.url}/cards/control`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ down }),
    });
  await control(true);
  expect(await examine()).toEqual({ state: "unreadable", status: 503 });
  await control(false);
  await expect(examine("sk_test_1", "http://127.0.0.1:9/stripe")).rejects.toThrow();
});

test("without a processor, and in the demo, nothing is asked", async () => {
  const silent = cardExaminer(() => Promise.reject(new Error("must not be called")));
  expect(await silent(settings(null))).toEqual({ state: "none" });
  const inDemo = settings({ secretKey: "sk_test_1", apiUrl: `${sandbox.url}/stripe` }, sandbox.url);
  expect(await silent(inDemo)).toEqual({ state: "sandbox" });
});

test("the way to production names the events that are applied", () => {
  const guide = readFileSync(new URL("../../../../../docs/production.md", import.meta.url), "utf8");
  const named = guide
    .match(/`(?:checkout\.session|payment_intent|refund)\.[a-z_]+`/g)
    ?.map((name) => name.slice(1, -1));
  expect(named).toEqual([...cardEventTypes]);
});
