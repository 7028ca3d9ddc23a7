import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestSandbox, type TestSandbox } from "../testing/start-test-sandbox.ts";

let sandbox: TestSandbox;
let stripe: Stripe;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  const { hostname: host, port } = new URL(sandbox.url);
  stripe = new Stripe("sk_test_demo", { host, port, protocol: "http", maxNetworkRetries: 0 });
});
afterAll(() => sandbox.stop());

const begin = (locale: "de" | "en" | "fr" | "it" = "en") =>
  stripe.checkout.sessions.create({
    mode: "payment",
    locale,
    customer_email: "nora@b.example",
    line_items: [
      { quantity: 1, price_data: { currency: "chf", unit_amount: 150_000, product_data: { name: "Budget <b>" } } },
    ],
    payment_intent_data: { metadata: { payment: "p-1" } },
    success_url: "http://localhost:1/done?session={CHECKOUT_SESSION_ID}",
    cancel_url: "http://localhost:1/back",
  });

const send = (url: string, changes: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      email: "nora@b.example",
      number: "4242 4242 4242 4242",
      expiry: "12 / 40",
      cvc: "123",
      name: "Nora Zbinden",
      ...changes,
    }),
  });

const eventTypes = (): string[] => sandbox.received.map(({ body }) => (JSON.parse(body) as { type: string }).type);

describe("the payment page", () => {
  test("shows the purchase in the session's language, escaped, under a strict policy", async () => {
    const session = await begin("de");
    const answer = await fetch(session.url!);
    const text = await answer.text();
    expect(text).toContain("CHF 1&#39;500.00 bezahlen");
    expect(text).toContain("Budget &lt;b&gt;");
    expect(text).toContain('href="/assets/checkout.css"');
    expect(text).not.toMatch(/ style="|<style|<script>/);
    const policy = answer.headers.get("content-security-policy")!;
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("form-action 'self' http://localhost:1");
  });

  test.each([
    ["fr", "Payer CHF 1&#39;500.00", "Numéro de carte"],
    ["it", "Paga CHF 1&#39;500.00", "Numero della carta"],
  ] as const)("speaks %s to customers of that language", async (locale, title, number) => {
    const text = await (await fetch((await begin(locale)).url!)).text();
    expect(text).toContain(`<html lang="${locale}"`);
    expect(text).toContain(title);
    expect(text).toContain(number);
  });

  test("TWINT pays francs up to 5,000 where no card is saved, after a confirmation in its app", async () => {
    const session = await begin();
    expect(session.payment_method_types).toEqual(["card", "twint"]);
    expect(await (await fetch(session.url!)).text()).toContain("Pay with TWINT");
    const asked = await send(session.url!, { method: "twint", number: "", expiry: "", cvc: "" });
    expect(asked.status).toBe(303);
    const app = new URL(asked.headers.get("location")!, sandbox.url).href;
    expect(await (await fetch(app)).text()).toContain("Confirm the payment in the TWINT app.");
    const answer = (choice: string) =>
      fetch(app, { method: "POST", redirect: "manual", body: new URLSearchParams({ answer: choice }) });
    expect((await answer("fail")).headers.get("location")).toContain(`/checkout/${session.id}?refused=verification`);
    await send(session.url!, { method: "twint" });
    expect((await answer("complete")).headers.get("location")).toBe(`http://localhost:1/done?session=${session.id}`);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] });
    expect(paid.payment_status).toBe("paid");
    expect(paid.payment_intent).toMatchObject({
      payment_method_types: ["card", "twint"],
      latest_charge: { amount: 150_000, payment_method_details: { type: "twint" } },
    });
  });

  test.each([
    ["euros", { currency: "eur", unit_amount: 150_000 }, {}],
    ["more than 5,000", { currency: "chf", unit_amount: 500_001 }, {}],
    ["a card to save", { currency: "chf", unit_amount: 150_000 }, { setup_future_usage: "off_session" as const }],
  ])("TWINT is not offered for %s", async (_, price, intent) => {
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer_email: "nora@b.example",
      line_items: [{ quantity: 1, price_data: { ...price, product_data: { name: "Budget" } } }],
      payment_intent_data: intent,
      success_url: "http://localhost:1/done",
    });
    expect(session.payment_method_types).toEqual(["card"]);
    expect(await (await fetch(session.url!)).text()).not.toContain("TWINT");
    const refused = await send(session.url!, { method: "twint", number: "" });
    expect(refused.status).toBe(422);
  });

  test("[PAY-007] a test card pays, and the webhook precedes the redirect", async () => {
    const session = await begin();
    sandbox.received.length = 0;
    const answer = await send(session.url!);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe(`http://localhost:1/done?session=${session.id}`);
    expect(eventTypes()).toEqual([
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "checkout.session.completed",
    ]);
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid", url: null });
    expect(paid.payment_intent).toMatchObject({ amount_received: 150_000, metadata: { payment: "p-1" } });
    expect(paid.customer_details).toMatchObject({ email: "nora@b.example", name: "Nora Zbinden" });
    const again = await send(session.url!);
    expect(again.status).toBe(200);
    expect(await again.text()).toContain("This payment is done.");
    expect(
      (await stripe.charges.list({ payment_intent: (paid.payment_intent as Stripe.PaymentIntent).id })).data,
    ).toHaveLength(1);
  });

  test("[PAY-007] a declined card is explained, and another card then pays the same payment", async () => {
    const session = await begin();
    const declined = await send(session.url!, { number: "4000000000000002" });
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain("The bank declined the card. Use another card.");
    const poor = await send(session.url!, { number: "4000000000009995" });
    expect(await poor.text()).toContain("There is not enough money on this card.");
    const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(open).toMatchObject({ status: "open", payment_status: "unpaid" });
    expect((open.payment_intent as Stripe.PaymentIntent).last_payment_error).toMatchObject({
      decline_code: "insufficient_funds",
    });
    expect((await send(session.url!)).status).toBe(303);
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid.payment_intent).toBe((open.payment_intent as Stripe.PaymentIntent).id);
  });

  test("shows an invalid form again with a message at each field", async () => {
    const session = await begin();
    const answer = await send(session.url!, { email: "nobody", expiry: "soon", cvc: "" });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text.match(/aria-invalid/g)).toHaveLength(3);
    const wrong = await send(session.url!, { number: "4242424242424241" });
    expect(await wrong.text()).toContain("This card number does not exist.");
  });

  test("a test card can be filled in without scripts", async () => {
    const session = await begin();
    const text = await (await send(session.url!, { fill: "378282246310005", number: "" })).text();
    expect(text).toContain('value="3782 822463 10005"');
    expect(text).toContain('value="1234"');
  });

  test("returns by its cancel link, and closes", async () => {
    const session = await begin();
    const back = await fetch(`${session.url}/cancel`, { redirect: "manual" });
    expect(back.headers.get("location")).toBe("http://localhost:1/back");
    await fetch(`${session.url}/expire`, { method: "POST" });
    expect(await (await fetch(session.url!)).text()).toContain("This payment is closed.");
    expect((await fetch(`${sandbox.url}/checkout/cs_test_none`)).status).toBe(404);
  });
});

describe("3-D Secure", () => {
  const toBank = async (url: string): Promise<string> => {
    const answer = await send(url, { number: "4000 0025 0000 3155" });
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("location")!, sandbox.url).href;
  };
  const answer = (bank: string, word: string) =>
    fetch(bank, { method: "POST", redirect: "manual", body: new URLSearchParams({ answer: word }) });

  test("confirmed: paid", async () => {
    const session = await begin();
    const bank = await toBank(session.url!);
    expect(await (await fetch(bank)).text()).toContain("Your bank asks you to confirm.");
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    const done = await answer(bank, "complete");
    expect(done.headers.get("location")).toBe(`http://localhost:1/done?session=${session.id}`);
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
    expect((await answer(bank, "complete")).status).toBe(404);
  });

  test("declined: back at the form, unpaid", async () => {
    const session = await begin();
    const back = await answer(await toBank(session.url!), "fail");
    const page = await fetch(new URL(back.headers.get("location")!, sandbox.url));
    expect(await page.text()).toContain("The payment was not confirmed.");
    const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(open).toMatchObject({ status: "open", payment_status: "unpaid" });
    expect(open.payment_intent).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
  });
});

describe("a checkout that saves a card", () => {
  const keep = async () => {
    const customer = await stripe.customers.create({ name: "Nora" });
    const session = await stripe.checkout.sessions.create({
      mode: "setup",
      currency: "chf",
      customer: customer.id,
      success_url: "http://localhost:1/kept?session={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:1/back",
    });
    const cards = async () => (await stripe.paymentMethods.list({ customer: customer.id, type: "card" })).data;
    return { session, cards };
  };

  test("charges nothing and attaches the card to the customer", async () => {
    const { session, cards } = await keep();
    expect(session).toMatchObject({ amount_total: null, payment_status: "no_payment_required" });
    expect(await (await fetch(session.url!)).text()).toContain("Nothing is charged.");
    expect((await send(session.url!, { number: "4000000000000002" })).status).toBe(402);
    expect(await cards()).toEqual([]);
    expect((await send(session.url!)).headers.get("location")).toBe(`http://localhost:1/kept?session=${session.id}`);
    expect((await cards()).map(({ card }) => card?.last4)).toEqual(["4242"]);
    expect(eventTypes()).toContain("setup_intent.succeeded");
    const customer = session.customer as string;
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([]);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_intent: null,
      payment_status: "no_payment_required",
    });
    expect(await (await fetch(session.url!)).text()).toContain("saved");
  });

  test("asks the bank if the card requires it; declined, it is not saved", async () => {
    const { session, cards } = await keep();
    const toBank = async () =>
      new URL((await send(session.url!, { number: "4000002760003184" })).headers.get("location")!, sandbox.url).href;
    const answer = (bank: string, word: string) =>
      fetch(bank, { method: "POST", redirect: "manual", body: new URLSearchParams({ answer: word }) });
    const back = await answer(await toBank(), "fail");
    expect(await (await fetch(new URL(back.headers.get("location")!, sandbox.url))).text()).toContain(
      "The card was not confirmed.",
    );
    expect(await cards()).toEqual([]);
    const done = await answer(await toBank(), "complete");
    expect(done.headers.get("location")).toBe(`http://localhost:1/kept?session=${session.id}`);
    expect((await cards()).map(({ card }) => card?.last4)).toEqual(["3184"]);
  });
});

test("pages of other origins cannot pay or control", async () => {
  const session = await begin();
  const foreign = await fetch(session.url!, {
    method: "POST",
    headers: { origin: "http://evil.example", "sec-fetch-site": "cross-site" },
    body: new URLSearchParams({ fill: "4242424242424242" }),
  });
  expect(foreign.status).toBe(403);
});
