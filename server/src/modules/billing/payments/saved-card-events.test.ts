import { systemRandom } from "@litfass/platform/random";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { billingExecutor } from "../commands.ts";
import { runCommand } from "../run-command.ts";
import type { PaymentRow } from "../tables.ts";
import { createCardProcessor } from "./card-processor.ts";
import { checkoutOfIntent } from "./checkout.ts";
import { findPayment, insertPayment } from "./payment-sql.ts";
import { settlePayment } from "./settle-payment.ts";

let cards: CardServer;
let stack: Stack;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  await stack.signIn({ uid: "saved-1", role: "customer" });
});
afterAll(async () => {
  await stack?.close();
  await cards?.close();
});

const bankPage = "https://bank.example/confirm";
const waiting = {
  status: "requires_action",
  next_action: { type: "redirect_to_url", redirect_to_url: { url: bankPage } },
};
const declined = { status: "requires_payment_method", last_payment_error: { code: "card_declined" } };

/** A payment whose charge of a saved card has been sent to the processor, and the intent there. */
async function charged() {
  const id = systemRandom.id();
  await insertPayment(stack.platform.db, {
    ...{ id, ownerUid: "saved-1", kind: "card", currency: "CHF", status: "pending" },
    ...{ amountMicros: 60_000_000n, vatMicros: 0n, createdAt: stack.clock.now() },
  });
  const intent = {
    ...{ id: `pi_${id}`, object: "payment_intent", currency: "chf", amount_received: 0 },
    ...{ metadata: { payment: id, saved_card: "yes" }, next_action: null, last_payment_error: null },
  };
  const webhook = (type: string, changes: object) => {
    const { body, signature } = cards.event(systemRandom.id(), type, { ...intent, ...changes }, stack.clock.now());
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    return stack.app.inject({ method: "POST", url: "/stripe/webhook", headers, payload: body });
  };
  const processor = createCardProcessor(stack.platform.config.providers.stripe!);
  const execute = billingExecutor(stack.platform, processor);
  /** The processor's answer to the charge. */
  const answer = (changes: object) => {
    const checkout = checkoutOfIntent({ ...intent, ...changes } as unknown as Parameters<typeof checkoutOfIntent>[0]);
    return runCommand(execute, settlePayment, { kind: "job", name: "test" }, { checkout });
  };
  return { webhook, answer, payment: async () => (await findPayment(stack.platform.db, id)) as PaymentRow };
}

test.each(["requires_payment_method", "requires_confirmation"])(
  "an intent's creation, reported as %s before the charge is answered, hides neither the bank's page nor the payment",
  async (status) => {
    const { webhook, answer, payment } = await charged();
    expect((await webhook("payment_intent.created", { status })).statusCode).toBe(200);
    expect((await payment()).status).toBe("pending");
    await answer(waiting);
    expect(await payment()).toMatchObject({ status: "pending", checkoutUrl: bankPage });
    await webhook("payment_intent.created", { status });
    expect(await payment()).toMatchObject({ status: "pending", checkoutUrl: bankPage });
  },
);

test("the bank's page is stored by the event that names it, before or after the charge is answered", async () => {
  const { webhook, answer, payment } = await charged();
  await webhook("payment_intent.processing", { status: "processing" });
  expect((await payment()).checkoutUrl).toBeNull();
  await webhook("payment_intent.requires_action", waiting);
  expect((await payment()).checkoutUrl).toBe(bankPage);
  await answer({ status: "processing" });
  expect((await payment()).checkoutUrl).toBe(bankPage);
});

test("a declined card fails the payment", async () => {
  const { webhook, payment } = await charged();
  await webhook("payment_intent.payment_failed", declined);
  expect(await payment()).toMatchObject({ status: "failed", failureCode: "card_declined" });
});
