import { afterAll, beforeAll, expect, test } from "vitest";
import { createDraft } from "../../../testing/campaigns.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

test("[PAY-003] [CONST-008] a plan of at least three months pays a campaign up to its budget and no further", async () => {
  const admin = await stack.signIn("admin");
  const customer = await stack.signIn({ uid: "with-a-plan", role: "customer" });
  const ready = (total_budget: number): Promise<number> =>
    createDraft(stack, customer, { pacing: "ahead", total_budget, end_on: "2026-05-31" });
  const path = "/admin/users/with-a-plan/subscription";
  expect((await admin.post(path, { plan: "starter", months: 1 })).status).toBe(422);
  expect((await customer.post("/billing/send-invoice", { planId: "starter", months: 1 })).status).toBe(422);
  expect((await customer.post("/stripe/package", { plan: "starter", months: 1 })).status).toBe(422);
  const within = await ready(1500);
  expect((await customer.post(`/user-campaigns/${within}/activate`)).status).toBe(422);
  expect((await admin.post(path, { plan: "starter" })).body.subscription.end_at).toBe("2026-06-02T09:00:00.000Z");
  const beyond = await ready(1500.01);
  expect((await customer.post(`/user-campaigns/${beyond}/activate`)).status).toBe(422);
  const started = await customer.post(`/user-campaigns/${within}/activate`);
  expect([started.status, started.body.status]).toEqual([200, "ACTIVE"]);
  expect((await customer.get("/users/me")).body.balance).toMatchObject({ balance: 0, balance_reserved: 1500 });
});
