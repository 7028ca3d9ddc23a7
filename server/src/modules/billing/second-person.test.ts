import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";

let stack: Stack;
let admin: TestClient;
let accountant: TestClient;
let second: TestClient;
let customer: TestClient;
beforeAll(async () => {
  stack = await startStack({ env: { SECOND_APPROVER_ABOVE: "1000" } });
  admin = await stack.signIn("admin");
  second = await stack.signIn("super_admin");
  accountant = await stack.signIn("accountant");
});
afterAll(() => stack.close());
beforeEach(async () => {
  customer = await stack.signIn("customer");
});

const orders = "/billing/admin/manual-invoices";
const balance = async (): Promise<number> => (await customer.get("/users/me")).body.balance.balance;
const give = async (by: TestClient, amount: number) =>
  (await by.post("/billing/make-transaction", { user: customer.uid, amount })).body;
const approve = (by: TestClient, id: number) => by.post(`/billing/approvals/${id}/approve`, {});
const open = async (amount: number): Promise<number> =>
  (await accountant.post(orders, { user: customer.uid, description: "Spring fair", amount })).body.id;
const go = (by: TestClient, id: number, status: string) => by.put(`${orders}/${id}/change-status`, { status });

type Entry = { kind: string; actor_uid: string | null; details: Record<string, unknown> };
async function entries(): Promise<Entry[]> {
  const { rows } = await stack.platform.db.execute<Entry>(sql`
    select distinct e.id, e.kind, e.actor_uid, e.details from ledger_entries e
    join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where a.owner_uid = ${customer.uid} order by e.id`);
  return rows;
}
async function audit(): Promise<unknown[]> {
  const { rows } = await stack.platform.db.execute<{ entry: unknown }>(sql`
    select array[command, action, actor_uid] as entry from audit_entries where subject_uid = ${customer.uid} order by id`);
  return rows.map(({ entry }) => entry);
}

describe("credits", () => {
  test("in parts add up per customer and Zurich day, whichever staff member makes them", async () => {
    expect((await give(admin, 600)).approval).toBeNull();
    expect((await give(second, 400)).approval).toBeNull();
    const third = await give(admin, 1);
    expect(third.approval).toEqual(expect.any(Number));
    expect(await balance()).toBe(1000);
    // 23:30 UTC on this day is the next day in Zurich.
    const now = stack.clock.now();
    stack.clock.set(new Date("2026-03-02T23:30:00.000Z"));
    expect((await give(admin, 1000)).approval).toBeNull();
    stack.clock.set(now);
  });

  test("see each other when concurrent", async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => give(admin, 600)));
    expect(made.filter(({ approval }) => approval === null)).toHaveLength(1);
    expect(await balance()).toBe(600);
  });

  test("approved by a second person do not use up the limit, and name both people", async () => {
    const { approval } = await give(admin, 3000);
    expect((await approve(accountant, approval)).status).toBe(200);
    expect((await give(admin, 1000)).approval).toBeNull();
    const [approved] = await entries();
    expect(approved).toMatchObject({ actor_uid: accountant.uid, details: { requestedBy: admin.uid, approval } });
  });
});

test("a plan above the limit booked by staff waits for a second person", async () => {
  const book = () => admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "starter" });
  const asked = (await book()).body;
  expect(asked).toMatchObject({ user: customer.uid, approval: expect.any(Number), subscription: { is_exists: false } });
  expect(await balance()).toBe(0);
  expect((await approve(admin, asked.approval)).status).toBe(403);
  const { data } = (await second.get("/billing/approvals", { "accept-language": "de" })).body;
  expect(data.find(({ id }: { id: number }) => id === asked.approval).description).toBe("Paket Starter, 3 Monate");
  expect((await approve(second, asked.approval)).body).toMatchObject({ kind: "plan", amount: 1500 });
  expect(await balance()).toBe(1500);
  expect((await customer.get("/users/me")).body.subscription).toMatchObject({ is_exists: true, plan: "starter" });
  expect(await audit()).toEqual([
    ["billing.set_subscription", "approval_requested", admin.uid],
    ["billing.set_subscription", "plan_changed", second.uid],
    ["billing.approve_money", "approval_given", second.uid],
  ]);
});

describe("an order above the limit", () => {
  test("cannot be approved and paid by one person", async () => {
    const id = await open(1000.01);
    await go(accountant, id, "approved");
    const asked = await go(accountant, id, "paid");
    expect([asked.status, asked.body.status]).toEqual([200, "approved"]);
    expect(asked.body.approval).toEqual(expect.any(Number));
    expect(await balance()).toBe(0);
    expect((await go(admin, id, "paid")).body).toMatchObject({ code: "order_awaits_approval" });
    expect((await approve(accountant, asked.body.approval)).status).toBe(403);
    const done = await approve(admin, asked.body.approval);
    expect(done.body).toMatchObject({ kind: "order", description: "Spring fair", state: "approved" });
    expect(await balance()).toBe(1000.01);
    expect(await entries()).toMatchObject([
      { kind: "order", actor_uid: admin.uid, details: { requestedBy: accountant.uid, approvedBy: accountant.uid } },
    ]);
    expect((await accountant.get(`${orders}?sort=id&direction=desc`)).body.data[0]).toMatchObject({
      id,
      status: "paid",
    });
  });

  test("can be marked as paid at once by someone other than the approver", async () => {
    const id = await open(5000);
    await go(accountant, id, "approved");
    expect((await go(admin, id, "paid")).body).toMatchObject({ status: "paid", approval: null });
    expect(await entries()).toMatchObject([{ actor_uid: admin.uid, details: { approvedBy: accountant.uid } }]);
    // Two people saw this money, so it does not use up one person's limit.
    expect((await give(admin, 1000)).approval).toBeNull();
  });

  test("cannot be split into small ones or combined with a credit", async () => {
    for (const amount of [600, 400]) {
      const id = await open(amount);
      await go(accountant, id, "approved");
      expect((await go(accountant, id, "paid")).body.approval).toBeNull();
    }
    const third = await open(1);
    await go(accountant, third, "approved");
    expect((await go(accountant, third, "paid")).body.approval).toEqual(expect.any(Number));
    expect((await give(admin, 1)).approval).toEqual(expect.any(Number));
    expect(await balance()).toBe(1000);
  });
});

test("each step of an order is in its customer's audit log with the actor", async () => {
  const id = await open(800);
  await accountant.put(`${orders}/${id}`, { amount: 900 });
  await go(accountant, id, "approved");
  await go(admin, id, "paid");
  expect(await audit()).toEqual([
    ["billing.open_order", "order_opened", accountant.uid],
    ["billing.change_order", "order_changed", accountant.uid],
    ["billing.change_order_status", "order_status_changed", accountant.uid],
    ["billing.change_order_status", "order_status_changed", admin.uid],
  ]);
  const shown = (await admin.get(`/admin/users/${customer.uid}/audit?kind=money`)).body.data;
  expect(shown[2]).toMatchObject({
    action: "order_changed",
    actor: { uid: accountant.uid },
    changes: [{ field: "amount", before: { amount: 800, currency: "CHF" }, after: { amount: 900, currency: "CHF" } }],
    details: { order: id },
  });
});

test("deleting an order with an invoice cancels it with a credit note; not even the database removes it", async () => {
  const id = await open(800);
  await go(accountant, id, "approved");
  expect((await accountant.delete(`${orders}/${id}`)).status).toBe(204);
  const listed = (await accountant.get(`${orders}?sort=id&direction=desc`)).body.data[0];
  expect(listed).toMatchObject({ id, status: "cancelled", allowed_statuses: [], invoice: expect.any(String) });
  const invoices = (await customer.get("/billing/invoices?sort=id")).body.data;
  expect(invoices.map((row: { kind: string; status: string }) => [row.kind, row.status])).toEqual([
    ["invoice", "credited"],
    ["credit_note", "paid"],
  ]);
  expect((await accountant.delete(`${orders}/${id}`)).status).toBe(204);
  expect((await customer.get("/billing/invoices")).body.meta.total).toBe(2);
  expect((await audit()).at(-1)).toEqual(["billing.delete_order", "order_cancelled", accountant.uid]);
  const remove = stack.platform.db.execute(sql`delete from manual_invoices where id = ${id}`);
  await expect(remove).rejects.toMatchObject({ cause: { message: expect.stringContaining("cannot be deleted") } });
});

test("every staff credit names its actor in the ledger", async () => {
  await give(admin, 10);
  const id = await open(10);
  await go(accountant, id, "approved");
  await go(accountant, id, "paid");
  expect((await entries()).map(({ kind, actor_uid }) => [kind, actor_uid])).toEqual([
    ["manual", admin.uid],
    ["order", accountant.uid],
  ]);
});
