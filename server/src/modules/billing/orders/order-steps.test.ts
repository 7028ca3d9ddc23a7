import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { cancelService, orderService } from "./order-service.ts";
import { lastOrderOf } from "./order-sql.ts";

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
const create = async (more: object = {}) =>
  (await staff.post(path, { user: customer.uid, description: "Spring fair", amount: 800, ...more })).body;
const go = (id: number, status: string, more: object = {}) =>
  staff.put(`${path}/${id}/change-status`, { status, ...more });
const find = async (query: string) => (await staff.get(`${path}?${query}`)).body;
const ids = async (query: string): Promise<number[]> => (await find(query)).data.map(({ id }: { id: number }) => id);
const inTx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => stack.platform.db.transaction(work);
const invoices = async () =>
  (await customer.get("/billing/invoices?sort=id")).body.data.map((row: { amount: number; status: string }) => [
    ...[row.amount, row.status],
  ]);
const audited = async () =>
  (
    await stack.platform.db.execute<{ action: string; changes: object; details: object }>(
      sql`select action, changes, details from audit_entries where subject_uid = ${customer.uid} order by id`,
    )
  ).rows;
/** After a week the response of a key is forgotten, but its effect stays unique. */
async function forgetKeys(): Promise<void> {
  stack.clock.advance(8 * 86_400_000);
  await stack.platform.jobs.send("platform.forget-idempotency-keys", {});
  await stack.platform.jobs.drain("platform.forget-idempotency-keys");
  staff = await stack.signIn({ uid: staff.uid ?? "", role: "accountant" });
  customer = await stack.signIn({ uid: customer.uid ?? "", role: "customer" });
}

test("orders are searched by name, description and invoice, filtered, sorted by each column and paged", async () => {
  await stack.platform.db.execute(sql`update users set full_name = 'Zoe Zed' where uid = ${customer.uid}`);
  const a = (await create({ description: "Alpha 100%", amount: 30 })).id;
  customer = await stack.signIn("customer");
  await stack.platform.db.execute(sql`update users set full_name = 'anna abt' where uid = ${customer.uid}`);
  stack.clock.advance(1_000);
  const b = (await create({ description: "Beta 1000", amount: 10 })).id;
  const c = (await create({ description: "Gamma", amount: 20 })).id;
  const { invoice } = (await go(c, "approved")).body;
  expect(await ids("")).toEqual([c, b, a]);
  expect(await ids("sort=id&direction=asc")).toEqual([a, b, c]);
  expect(await ids("sort=amount&direction=asc")).toEqual([b, c, a]);
  expect(await ids("sort=amount&direction=desc")).toEqual([a, c, b]);
  expect(await ids("sort=user_name&direction=asc")).toEqual([b, c, a]);
  expect(await ids("sort=status&direction=asc")).toEqual([c, a, b]);
  expect(await ids("sort=created_at&direction=asc")).toEqual([a, b, c]);
  expect(await ids("status=approved")).toEqual([c]);
  expect(await ids("search=zoe")).toEqual([a]);
  expect(await ids(`search=${encodeURIComponent("100%")}`)).toEqual([a]);
  expect(await ids(`search=${invoice}`)).toEqual([c]);
  expect(await ids("search=unknown")).toEqual([]);
  const page = await find("sort=id&direction=asc&per_page=2&page=2");
  expect([page.data.map(({ id }: { id: number }) => id), page.meta]).toEqual([
    ...[[c], expect.objectContaining({ current_page: 2, total: 3, last_page: 2 })],
  ]);
});

test("a key opens one order, also when its response was forgotten; an order for staff is refused", async () => {
  const send = () =>
    staff.post(path, { user: customer.uid, description: "Once", amount: 5 }, { "idempotency-key": "order-key" });
  const first = await send();
  await forgetKeys();
  const again = await send();
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect((await find("search=Once")).meta.total).toBe(1);
  expect(await audited()).toHaveLength(1);
  for (const user of [staff.uid, "nobody"]) {
    const refused = await staff.post(path, { user, description: "x", amount: 5 });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["user"]]);
  }
});

test("a key orders one plan, also when its response was forgotten", async () => {
  const send = () => customer.post("/billing/send-invoice", { planId: "starter" }, { "idempotency-key": "plan-key" });
  const first = await send();
  expect(first.status).toBeLessThan(300);
  await forgetKeys();
  expect((await send()).body).toEqual(first.body);
  expect(await invoices()).toEqual([[1_621.5, "open"]]);
});

test("orders by invoice need a postal address", async () => {
  const { db } = stack.platform;
  for (const missing of ["city", "postal_code"]) {
    customer = await stack.signIn("customer");
    await db.execute(sql`update users set ${sql.raw(missing)} = '' where uid = ${customer.uid}`);
    const plan = await customer.post("/billing/send-invoice", { planId: "starter" });
    expect([missing, plan.status, Object.keys(plan.body.errors ?? {})]).toEqual([missing, 422, ["planId"]]);
    expect(plan.body.errors.planId[0]).not.toBe("");
    const order = { ownerUid: customer.uid ?? "", service: "banner_set", amountMicros: 1_000_000n } as const;
    await expect(inTx((tx) => orderService(stack.platform, tx, order))).rejects.toMatchObject({
      details: { errors: { brief: ["profile.address_missing"] } },
    });
  }
  const nobody = { ownerUid: "nobody", service: "banner_set", amountMicros: 1n } as const;
  await expect(inTx((tx) => orderService(stack.platform, tx, nobody))).rejects.toMatchObject({ status: 422 });
});

test("every step of an order is recorded with what changed", async () => {
  const { id } = await create({ note: "by phone" });
  await staff.put(`${path}/${id}`, { amount: 900, note: null });
  await staff.put(`${path}/${id}`, { description: "Autumn fair" });
  await go(id, "approved");
  const { body } = await go(id, "rejected", { note: "too late" });
  expect(body).toMatchObject({ status: "rejected", note: "too late", description: "Autumn fair", amount: 900 });
  const money = (amount: number) => ({ amount, currency: "CHF" });
  expect((await audited()).map(({ action, changes }) => [action, changes])).toEqual([
    ["order_opened", [{ field: "amount", before: null, after: money(80_000) }]],
    [
      "order_changed",
      [
        { field: "amount", before: money(80_000), after: money(90_000) },
        { field: "note", before: "by phone", after: null },
      ],
    ],
    ["order_changed", [{ field: "description", before: "Spring fair", after: "Autumn fair" }]],
    ["order_status_changed", [{ field: "status", before: "new", after: "approved" }]],
    ["order_status_changed", [{ field: "status", before: "approved", after: "rejected" }]],
  ]);
  expect((await audited())[0]?.details).toMatchObject({ order: id, description: "Spring fair" });
});

test("after its invoice, neither amount nor description change; a rejected one has neither", async () => {
  const { id } = await create();
  await go(id, "approved");
  for (const change of [{ amount: 1 }, { description: "x" }, { amount: 1, note: "y" }]) {
    const refused = await staff.put(`${path}/${id}`, change);
    expect([refused.status, refused.body.code]).toEqual([409, "invoice_issued"]);
  }
  const { id: rejected } = await create();
  expect((await go(rejected, "rejected")).body).toMatchObject({ status: "rejected", invoice: null, pdf: null });
  expect((await staff.put(`${path}/${rejected}`, { amount: 1 })).status).toBe(409);
  expect(await invoices()).toEqual([[864.8, "open"]]);
  for (const status of ["new", "approved", "paid", "rejected"]) {
    const refused = await go(rejected, status);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["status"]]);
  }
});

test("an order with an invoice is cancelled instead of deleted, once, and its invoice is credited", async () => {
  const { id } = await create();
  const { body: approved } = await go(id, "approved");
  for (let i = 0; i < 2; i++) expect((await staff.delete(`${path}/${id}`)).status).toBe(204);
  expect((await find("status=cancelled")).data).toMatchObject([
    { id, status: "cancelled", invoice: approved.invoice, pdf: `/invoices/${approved.invoice}`, allowed_statuses: [] },
  ]);
  expect(await invoices()).toEqual([
    [864.8, "credited"],
    [-864.8, "paid"],
  ]);
  expect((await audited()).at(-1)).toMatchObject({
    ...{ action: "order_cancelled", changes: [{ field: "status", before: "approved", after: "cancelled" }] },
  });
  expect(await audited()).toHaveLength(3);
  const { id: open } = await create();
  await staff.delete(`${path}/${open}`);
  expect((await audited()).at(-1)).toMatchObject({
    ...{ action: "order_deleted", changes: [{ field: "amount", before: { amount: 80_000 }, after: null }] },
  });
  const paid = (await create()).id;
  await go(paid, "approved");
  await go(paid, "paid");
  expect((await staff.delete(`${path}/${paid}`)).body.code).toBe("order_paid");
});

test("only the payment of a large order needs a second person, not its end", async () => {
  const { id } = await create({ amount: 50_000 });
  await go(id, "approved");
  expect((await go(id, "rejected")).body).toMatchObject({ status: "rejected", amount: 50_000 });
});

test("a paid plan is budget, booked with its invoice, plan and approver", async () => {
  const { id } = await create({ plan: "starter", description: undefined, amount: undefined });
  expect(await ids("search=Starter&sort=id&direction=desc")).toContain(id);
  const { body: approved } = await go(id, "approved");
  await go(id, "paid");
  const { rows } = await stack.platform.db.execute(
    sql`select kind, fund, description, details from ledger_entries where key = ${`order:${id}`}`,
  );
  expect(rows).toEqual([
    {
      ...{ kind: "order", fund: "manual", description: expect.stringContaining("Starter") },
      details: { invoice: approved.invoice, plan: "starter", months: 3, approvedBy: staff.uid },
    },
  ]);
  expect(approved).toMatchObject({
    plan: "starter",
    amount: 1_500,
    is_service: false,
    allowed_statuses: ["paid", "rejected"],
  });
  expect((await customer.get("/users/me")).body.subscription.plan).toBe("starter");
  const { id: fixed } = await create({ plan: "starter", description: "Agreed", amount: 10 });
  expect((await go(fixed, "approved")).body).toMatchObject({ amount: 10, discount: 0 });
});

test("a service is invoiced at once; its payment is revenue, and it can be cancelled until then", async () => {
  const order = { ownerUid: customer.uid ?? "", service: "banner_set", amountMicros: 300_000_000n } as const;
  const place = () => inTx((tx) => orderService(stack.platform, tx, order));
  const cancel = (id: number) => inTx((tx) => cancelService(stack.platform, tx, id));
  const id = await place();
  expect(await lastOrderOf(stack.platform.db, customer.uid ?? "")).toBe(id);
  expect(await lastOrderOf(stack.platform.db, "nobody")).toBe(null);
  expect((await find("sort=id&direction=desc")).data[0]).toMatchObject({
    ...{ id, status: "new", is_service: true, plan: null, amount: 300, invoice: expect.stringMatching(/^T-/) },
  });
  await go(id, "approved");
  await go(id, "paid");
  expect((await customer.get("/users/me")).body.balance).toMatchObject({ total: 0 });
  await expect(cancel(id)).rejects.toMatchObject({ status: 409, details: { code: "order_paid" } });

  const second = await place();
  for (let i = 0; i < 2; i++) await cancel(second);
  await cancel(999_999);
  expect(await invoices()).toEqual([
    [324.3, "paid"],
    [324.3, "credited"],
    [-324.3, "paid"],
  ]);
  expect((await find("sort=id&direction=desc")).data[0]).toMatchObject({ id: second, status: "rejected" });
});
