import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let cards: CardServer;
let stack: Stack;
let admin: TestClient;
let second: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: { ...cards.env, SECOND_APPROVER_ABOVE: "1000" } });
  admin = await stack.signIn("admin");
  second = await stack.signIn("super_admin");
  accountant = await stack.signIn("accountant");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});
beforeEach(async () => {
  customer = await stack.signIn("customer");
});

const limit = 1000;
const balance = async (): Promise<number> => (await customer.get("/users/me")).body.balance.balance;
const ask = async (amount = limit + 1): Promise<number> => {
  const { status, body } = await admin.post("/billing/make-transaction", {
    user: customer.uid,
    amount,
    description: "Fair",
  });
  expect(status).toBe(201);
  return body.approval;
};
const decide = (by: TestClient, id: number, what: "approve" | "reject", note?: string) =>
  by.post(`/billing/approvals/${id}/${what}`, { note });

async function topUp(amount: number): Promise<string> {
  const { body } = await customer.post("/stripe", { amount });
  cards.pay(body.checkout_url.split("/").at(-1));
  await customer.patch(`/stripe/${body.id}`);
  const { rows } = await stack.platform.db.execute<{ id: string }>(
    sql`select entry_id::text as id from payments where id = ${body.id}`,
  );
  return rows[0]!.id;
}
const refund = (transaction: string, amount?: number) =>
  admin.post("/billing/admin/transactions/refund", { transaction, ...(amount ? { amount } : {}) });

test("credits up to the limit at once and holds a larger credit for a second person", async () => {
  expect(await ask(limit)).toBeNull();
  expect(await balance()).toBe(limit);
  const id = await ask();
  expect(await balance()).toBe(limit);
  const own = await decide(admin, id, "approve");
  expect([own.status, own.body.message]).toEqual([403, "Somebody else must decide on your own request"]);
  const done = await decide(accountant, id, "approve", "As agreed");
  expect(done.body).toMatchObject({
    state: "approved",
    amount: limit + 1,
    note: "As agreed",
    decided_by_name: "Test Person",
  });
  expect(await balance()).toBe(2 * limit + 1);
  expect((await decide(second, id, "approve")).status).toBe(409);
  expect((await decide(second, id, "reject")).status).toBe(409);
  expect(await balance()).toBe(2 * limit + 1);
});

test("a rejected request moves no money", async () => {
  const id = await ask();
  expect((await decide(admin, id, "reject")).status).toBe(403);
  expect((await decide(second, id, "reject", "Too much")).body).toMatchObject({ state: "rejected", note: "Too much" });
  expect((await decide(accountant, id, "approve")).status).toBe(409);
  expect(await balance()).toBe(0);
});

test("applies only one of five simultaneous decisions", async () => {
  const id = await ask();
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => decide(at % 2 ? second : accountant, id, "approve")),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  expect(await balance()).toBe(limit + 1);
});

test("holds refunds above the limit, also in small parts, and refunds the card once approved", async () => {
  const entry = await topUp(3000);
  const before = cards.refunds.length;
  const asked = await refund(entry, limit + 500);
  expect(asked.body).toMatchObject({ amount: -1500, credit_note: null, approval: expect.any(Number) });
  expect(cards.refunds).toHaveLength(before);
  expect((await refund(entry, 160_000)).status).toBe(422);
  expect((await refund(entry, 100)).body.approval).toEqual(expect.any(Number));
  expect((await decide(admin, asked.body.approval, "approve")).status).toBe(403);
  expect((await decide(second, asked.body.approval, "approve")).status).toBe(200);
  expect(cards.refunds.slice(before).map(({ amount }) => amount)).toEqual([162_150]);
  expect(await balance()).toBe(1500);
  const notes = (await customer.get("/billing/invoices")).body.data.filter(
    (row: { kind: string }) => row.kind === "credit_note",
  );
  expect(notes).toHaveLength(1);
});

test("lets an account manager transfer own money without a second person", async () => {
  const sales = await stack.signIn("sales");
  const { body } = await admin.post("/billing/make-transaction", { user: sales.uid, amount: 2000 });
  await decide(second, body.approval, "approve");
  await admin.post(`/users/${sales.uid}/customers`, { customerIds: [customer.uid] });
  const passed = await sales.post("/billing/make-transaction", { user: customer.uid, amount: 1500 });
  expect(passed.body).toMatchObject({ approval: null, amount: 1500 });
});

test("lists pending requests first with who may decide, and audits everything", async () => {
  const id = await ask();
  const own = (await admin.get("/billing/approvals")).body.data[0];
  expect(own).toMatchObject({ id, state: "pending", may_decide: false, user: customer.uid, description: "Fair" });
  const read = (await accountant.get("/billing/approvals?state=pending")).body;
  expect(read.data.find((row: { id: number }) => row.id === id)).toMatchObject({
    may_decide: true,
    requested_by: admin.uid,
  });
  await decide(accountant, id, "approve");
  const { rows } = await stack.platform.db.execute<{ action: string; actor_uid: string }>(sql`
    select action, actor_uid from audit_entries where subject_uid = ${customer.uid!} order by id`);
  expect(rows).toEqual([
    { action: "approval_requested", actor_uid: admin.uid },
    { action: "budget_credited", actor_uid: accountant.uid },
    { action: "approval_given", actor_uid: accountant.uid },
  ]);
  expect((await customer.get("/billing/approvals")).status).toBe(403);
});

test("the database rejects the requester as the second person", async () => {
  const id = await ask();
  const { rows } = await stack.platform.db.execute<{ id: string }>(sql`select max(id)::text as id from ledger_entries`);
  await expect(
    stack.platform.db.execute(sql`update money_approvals set state = 'approved', decided_by = requested_by,
      decided_at = now(), entry_id = ${rows[0]!.id}::bigint where id = ${id}`),
  ).rejects.toThrow();
});
