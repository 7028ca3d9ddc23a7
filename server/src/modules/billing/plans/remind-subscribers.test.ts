import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { insertPayment } from "../payments/payment-sql.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { jobActor, outputOf } from "../run-command.ts";
import { mailReminderJob } from "./mail-reminder.ts";
import { remindSubscribers } from "./remind-subscribers.ts";
import { refundedPeriod } from "./subscription.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ now: new Date("2026-01-15T10:00:00Z") });
});
afterAll(() => stack.close());
const remind = () => remindSubscribers(stack.platform, stack.app.services.execute);

test("[CONST-007] sends one reminder near a plan's end and neither renews nor invoices automatically", async () => {
  // Sessions do not last for months, so all users sign in again.
  const read = async (path: string) =>
    (await (await stack.signIn({ uid: "soon-over", role: "customer", lang: "de" })).get(path)).body;
  const book = async (): Promise<void> => {
    const { status } = await (await stack.signIn("admin")).post("/admin/users/soon-over/subscription", {
      plan: "starter",
    });
    expect(status).toBe(200);
  };
  await read("/users/me");
  await book();
  const run = async (at: string): Promise<number> => {
    stack.clock.set(new Date(at));
    const sent = await remind();
    await stack.platform.jobs.drain(mailReminderJob);
    return sent;
  };
  expect(await run("2026-03-31T10:00:00Z")).toBe(0);
  expect(await run("2026-04-01T10:00:00Z")).toBe(1);
  expect(stack.outbox.at(-1)).toMatchObject({
    to: "soon-over@test.example",
    subject: "Ihr Paket Starter endet am 15.04.2026",
  });
  expect(stack.outbox.at(-1)?.text).toContain("CHF\u00a01'500.00 Guthaben");
  expect(await run("2026-04-02T10:00:00Z")).toBe(0);
  expect((await read("/users/me")).subscription).toMatchObject({ isNearEndDate: true, is_exists: true });
  await book();
  expect(await run("2026-04-03T10:00:00Z")).toBe(0);
  expect(await run("2026-07-02T10:00:00Z")).toBe(1);
  expect(await run("2026-07-20T10:00:00Z")).toBe(0);
  expect((await read("/users/me")).subscription.is_exists).toBe(false);
  expect((await read("/billing/invoices")).meta.total).toBe(0);
});

test("mails once, in the reader's language, when little of a plan's budget is left", async () => {
  stack.clock.set(new Date("2026-08-01T10:00:00Z"));
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "nearly-spent", role: "customer" });
  await admin.post("/admin/users/nearly-spent/subscription", { plan: "starter" });
  expect(await remind()).toBe(0);
  const { data } = (await customer.get("/billing/transactions")).body;
  await admin.post("/billing/admin/transactions/refund", { transaction: data[0].id, amount: 1400 });
  expect(await Promise.all([remind(), remind()])).toContain(1);
  await stack.platform.jobs.drain(mailReminderJob);
  const mails = stack.outbox.filter(({ to }) => to === "nearly-spent@test.example");
  expect(mails.map(({ subject }) => subject)).toEqual(["CHF 100.00 are left of your budget"]);
});

test("a renewal whose saved card is declined changes nothing and is mailed once", async () => {
  stack.clock.set(new Date("2026-08-10T10:00:00Z"));
  const { db, clock, jobs, random } = stack.platform;
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "declined-renewal", role: "customer", lang: "de" });
  await admin.post("/admin/users/declined-renewal/subscription", { plan: "starter" });
  const before = (await customer.get("/users/me")).body;
  const refuse = async (plan: "starter" | "advanced", checkoutId: string) => {
    const amounts = { currency: "CHF", amountMicros: 1_500_000_000n, vatMicros: 0n } as const;
    const payment = {
      id: random.id(),
      ownerUid: "declined-renewal",
      kind: "package",
      plan,
      status: "pending",
    } as const;
    await insertPayment(db, { ...payment, ...amounts, checkoutId, createdAt: clock.now() });
    const said = { paymentId: payment.id, url: null, reference: checkoutId, amountMinor: 0, currency: "CHF" };
    const checkout = { id: checkoutId, state: "refused", failureCode: "insufficient_funds", ...said } as const;
    const outcome = await stack.app.services.execute(settlePayment, {
      actor: jobActor("test"),
      input: { checkout },
      lang: "en",
    });
    const settled = outputOf(outcome);
    expect(settled?.status).toBe("failed");
    await jobs.drain(mailReminderJob);
  };
  await refuse("starter", "pi_first");
  await refuse("starter", "pi_second");
  await refuse("advanced", "pi_other");
  const after = (await customer.get("/users/me")).body;
  expect([after.subscription, after.balance]).toEqual([before.subscription, before.balance]);
  const mails = stack.outbox.filter(({ to }) => to === "declined-renewal@test.example");
  expect(mails.map(({ subject }) => subject)).toEqual(["Ihr Paket Starter wurde nicht verlängert"]);
  expect(mails[0]?.text).toContain("Die Karte ist nicht ausreichend gedeckt. Nehmen Sie eine andere Karte.");
  expect(mails[0]?.text).toContain("läuft weiter bis zum 10.11.2026");
});

test("a partial refund keeps the plan; a full refund removes its three months or ends it", async () => {
  stack.clock.set(new Date("2026-09-01T10:00:00Z"));
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "gave-back", role: "customer" });
  const book = () => admin.post("/admin/users/gave-back/subscription", { plan: "starter" });
  await book();
  await book();
  const endAt = async () => (await customer.get("/users/me")).body.subscription.end_at;
  const refund = (transaction: string, amount?: number) =>
    admin.post("/billing/admin/transactions/refund", { transaction, ...(amount ? { amount } : {}) });
  const [second, first] = (await customer.get("/billing/transactions")).body.data;
  expect(await endAt()).toBe("2027-03-01T10:00:00.000Z");
  expect((await refund(second.id, 500)).status).toBe(200);
  expect(await endAt()).toBe("2027-03-01T10:00:00.000Z");
  expect((await refund(second.id)).status).toBe(200);
  expect(await endAt()).toBe("2026-12-01T10:00:00.000Z");
  expect((await refund(first.id)).status).toBe(200);
  expect(await endAt()).toBe(null);
});

test("refunding a replaced plan leaves the newer one unchanged", () => {
  const at = (text: string): Date => new Date(`${text}T10:00:00Z`);
  const running = { plan: "advanced" as const, startAt: at("2026-02-01"), endAt: at("2026-05-01") };
  expect(refundedPeriod(running, { plan: "starter", months: 3 }, at("2026-02-02"))).toBeNull();
  expect(refundedPeriod(running, { plan: "advanced", months: 3 }, at("2026-02-02"))).toMatchObject({
    endAt: at("2026-02-02"),
  });
  expect(refundedPeriod(running, { plan: "advanced", months: 3 }, at("2026-06-01"))).toBeNull();
});
