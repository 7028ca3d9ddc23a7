import { manualInvoiceStatuses } from "@litfass/contract/billing/billing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { updateUser } from "../../users/index.ts";
import { mailInvoiceJob } from "../invoices/mail-invoice.ts";
import { addMonths } from "../plans/subscription.ts";
import { changeTerm } from "../prices/testing-prices.ts";
import { mayGo } from "./order.ts";

let stack: Stack;
let staff: TestClient;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack();
  staff = await stack.signIn("accountant");
});
afterAll(() => stack.close());
beforeEach(async () => {
  customer = await stack.signIn("customer");
});

const path = "/billing/admin/manual-invoices";
const create = (more: object = {}) =>
  staff.post(path, { user: customer.uid, description: "Spring fair", amount: 800, note: "by phone", ...more });
const go = (id: number, status: string) => staff.put(`${path}/${id}/change-status`, { status });
const me = async () => (await customer.get("/users/me")).body;

test("[STATE-014] new goes to approved or rejected, approved to paid or rejected, nothing else", () => {
  const allowed = manualInvoiceStatuses.flatMap((from) =>
    manualInvoiceStatuses.filter((to) => mayGo(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed).toEqual(["new>approved", "new>rejected", "approved>paid", "approved>rejected"]);
});

test("[API-BILL-005] [FIELD-MIR-001] [FIELD-MIR-002] staff open an order and find it with all its fields", async () => {
  const made = await create();
  expect(made.status).toBe(201);
  const { body } = await staff.get(`${path}?sort=id&direction=desc`);
  expect(body.data[0]).toMatchObject({
    id: made.body.id,
    user: customer.uid,
    user_name: "Test Person",
    plan: null,
    description: "Spring fair",
    amount: 800,
    amount_formatted: "800.00",
    currency: "CHF",
    status: "new",
    note: "by phone",
    created_at: stack.clock.now().toISOString(),
  });
  expect((await staff.post(path, { user: customer.uid, note: "nothing to sell" })).body.errors).toEqual({
    description: ["The description field is required"],
    amount: ["The amount field is required"],
  });
  expect((await create({ user: "nobody-known" })).status).toBe(422);
});

test("an order of an account with a country that does not exist gets no invoice until staff correct it", async () => {
  const { id } = (await create()).body;
  const move = (countryCode: string) =>
    updateUser(stack.platform.db, customer.uid!, { countryCode }, stack.clock.now());
  await move("ZZ");
  const refused = await go(id, "approved");
  expect([refused.status, refused.body.code]).toEqual([409, "customer_country"]);
  expect(refused.body.message).toContain("no valid country");
  await move("CH");
  expect((await go(id, "approved")).body).toMatchObject({ status: "approved" });
  expect(await stack.platform.jobs.drain(mailInvoiceJob)).toBe(1);
});

test("[STATE-013] [API-BILL-008] approval issues the invoice, payment credits the budget exactly once", async () => {
  const { id } = (await create()).body;
  expect((await go(id, "paid")).status).toBe(422);
  expect((await go(id, "finished")).status).toBe(422);
  const approved = await go(id, "approved");
  expect(approved.body).toMatchObject({ status: "approved", invoice: expect.stringMatching(/^T-2026-/) });
  expect(await stack.platform.jobs.drain(mailInvoiceJob)).toBe(1);
  expect((await me()).balance).toMatchObject({ manual_balance: 0 });
  const paid = await Promise.all([go(id, "paid"), go(id, "paid"), go(id, "paid")]);
  expect(paid.map((answer) => answer.status).sort()).toEqual([200, 422, 422]);
  expect((await me()).balance).toMatchObject({ manual_balance: 800, balance: 800 });
  const [invoice] = (await customer.get("/billing/invoices")).body.data;
  expect(invoice).toMatchObject({ amount: 864.8, status: "paid" });
});

test("[STATE-015] an ordered plan starts when its order is paid", async () => {
  await customer.post("/billing/send-invoice", { planId: "starter" });
  const [order] = (await staff.get(`${path}?sort=id&direction=desc`)).body.data;
  expect(order).toMatchObject({ user: customer.uid, status: "new", plan: "starter" });
  expect(await me()).toMatchObject({ balance: { total: 0 }, subscription: { is_exists: false } });
  await go(order.id, "approved");
  expect((await me()).subscription.is_exists).toBe(false);
  await go(order.id, "paid");
  expect(await me()).toMatchObject({ balance: { manual_balance: 1500 }, subscription: { plan: "starter" } });
  expect((await customer.get("/billing/invoices")).body.meta.total).toBe(1);
});

test("rejecting an order cancels its invoice with a credit note", async () => {
  await customer.post("/billing/send-invoice", { planId: "starter" });
  const [order] = (await staff.get(`${path}?sort=id&direction=desc`)).body.data;
  await go(order.id, "rejected");
  const { data } = (await customer.get("/billing/invoices?sort=id")).body;
  expect(data.map((row: { amount: number; status: string }) => [row.amount, row.status])).toEqual([
    [1621.5, "credited"],
    [-1621.5, "paid"],
  ]);
});

test("[API-BILL-006] an order can be changed until its invoice is issued, its note always", async () => {
  const { id } = (await create()).body;
  const changed = await staff.put(`${path}/${id}`, { amount: 900, description: "Autumn fair" });
  expect(changed.body).toMatchObject({ amount: 900, description: "Autumn fair", note: "by phone" });
  await go(id, "approved");
  expect((await staff.put(`${path}/${id}`, { amount: 0.01 })).status).toBe(409);
  expect((await staff.put(`${path}/${id}`, { note: "called again" })).body.note).toBe("called again");
  expect((await staff.put(`${path}/999999`, { note: "x" })).status).toBe(404);
});

test("[API-BILL-007] an order can be deleted unless it is paid", async () => {
  const { id } = (await create()).body;
  expect((await staff.delete(`${path}/${id}`)).status).toBe(204);
  expect((await staff.get(path)).body.data.map((row: { id: number }) => row.id)).not.toContain(id);
  const kept = (await create()).body.id;
  await go(kept, "approved");
  await go(kept, "paid");
  expect((await staff.delete(`${path}/${kept}`)).status).toBe(409);
});

test("[ACT-010] [API-BILL-004] super admin, admin and accountant manage orders, others get 403", async () => {
  const { id } = (await create()).body;
  const seen: Record<string, number[]> = {};
  for (const role of [
    "super_admin",
    "admin",
    "accountant",
    "sales",
    "customer",
    "campaign_manager",
    "tech_admin",
  ] as const) {
    const client = await stack.signIn(role);
    seen[role] = [
      (await client.get(path)).status,
      (await client.post(path, { user: customer.uid, plan: "starter" })).status,
      (await client.put(`${path}/${id}`, { note: role })).status,
      (await client.put(`${path}/${id}/change-status`, { status: "new" })).status,
      (await client.delete(`${path}/999999`)).status,
    ];
  }
  const may = [200, 201, 200, 422, 404];
  const mayNot = [403, 403, 403, 403, 403];
  expect(seen).toEqual({
    super_admin: may,
    admin: may,
    accountant: may,
    sales: mayNot,
    customer: mayNot,
    campaign_manager: mayNot,
    tech_admin: mayNot,
  });
});

test("a plan's term is the operator's, and what was sold keeps its term", async () => {
  const boss = await stack.signIn("super_admin");
  const before = await customer.post("/billing/send-invoice", { planId: "starter" });
  expect((await changeTerm(boss, "starter", 6)).status).toBe(200);
  const [offered] = (await customer.get("/billing/plans")).body;
  expect(offered).toMatchObject({ id: "starter", term_months: 6, price: 3000, impressions_per_booking: 120_000 });
  expect(offered.benefits.KPI[0]).toBe("120'000 impressions in 6 months (20'000 a month)");
  const after = await customer.post("/billing/send-invoice", { planId: "starter" });
  expect([before.status, after.status]).toEqual([201, 201]);
  const { data } = (await customer.get("/billing/invoices")).body;
  expect(data.map((each: { subscription_name: string }) => each.subscription_name).slice(0, 2)).toEqual([
    "Starter package, 6 months",
    "Starter package, 3 months",
  ]);

  const [second, first] = (await staff.get(`${path}?sort=id&direction=desc`)).body.data;
  const pay = async (order: { id: number }) => {
    await go(order.id, "approved");
    expect((await go(order.id, "paid")).status).toBe(200);
    return (await me()).subscription.end_at;
  };
  const now = stack.clock.now();
  expect(await pay(first)).toBe(addMonths(now, 3).toISOString());
  expect(await pay(second)).toBe(addMonths(addMonths(now, 3), 6).toISOString());
  const [six] = (await customer.get("/billing/transactions")).body.data;
  expect(six.description).toContain("Starter package, 6 months");
  expect((await changeTerm(boss, "starter", 3)).status).toBe(200);
  const refunded = await (await stack.signIn("admin")).post("/billing/admin/transactions/refund", {
    transaction: six.id,
  });
  expect(refunded.status).toBe(200);
  expect((await me()).subscription.end_at).toBe(addMonths(now, 3).toISOString());
  expect((await changeTerm(boss, "starter", 2)).body.errors).toHaveProperty(["settings.plans.starter.term_months"]);
});
