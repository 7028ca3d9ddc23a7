import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

let stack: Stack;
let boss: TestClient;
let accountant: TestClient;
beforeAll(async () => {
  stack = await startStack({ env: { SECOND_APPROVER_ABOVE: "1000" } });
  accountant = await stack.signIn("accountant");
});
afterAll(() => stack.close());

const path = "/billing/promotion-codes";
const create = async (by: TestClient, code: string, amount: number, max_redemptions: number) =>
  (
    await by.post(path, {
      code,
      amount,
      currency: "CHF",
      first_on: "2026-01-01",
      last_on: "2026-12-31",
      max_redemptions,
      new_customers_only: false,
      min_paid: null,
      note: "",
    })
  ).body;
const decide = (by: TestClient, id: number, what: "approve" | "reject") =>
  by.post(`/billing/approvals/${id}/${what}`, { note: "As planned" });

test("a code whose redemptions together exceed the limit waits for a second person", async () => {
  boss = await stack.signIn("super_admin");
  expect(await create(boss, "BELOW-LIMIT", 100, 10)).toMatchObject({ approval: null, code: { code: "BELOW-LIMIT" } });
  const other = await stack.signIn("super_admin");
  const asked = await create(other, "ABOVE-LIMIT", 100, 11);
  expect(asked).toEqual({ code: null, approval: expect.any(Number) });
  expect((await boss.get(`${path}?search=ABOVE`)).body.meta.total).toBe(0);
  const customer = await stack.signIn("customer");
  expect((await customer.post(`${path}/redeem`, { code: "ABOVE-LIMIT" })).status).toBe(422);
  expect((await boss.get("/billing/approvals")).body.data[0]).toMatchObject({
    kind: "promotion",
    amount: 1100,
    description: "ABOVE-LIMIT: 11 × CHF 100.00",
    requested_by: other.uid,
    may_decide: true,
  });
  expect((await decide(other, asked.approval, "approve")).status).toBe(403);
  expect((await decide(accountant, asked.approval, "approve")).body).toMatchObject({ state: "approved" });
  expect((await decide(boss, asked.approval, "approve")).status).toBe(409);
  expect((await customer.post(`${path}/redeem`, { code: "ABOVE-LIMIT" })).status).toBe(201);
});

test("codes that one person creates on a day add up, also when concurrent", async () => {
  boss = await stack.signIn("super_admin");
  const made = await Promise.all([1, 2, 3, 4].map((at) => create(boss, `SPLIT-CODE-${at}`, 60, 10)));
  expect(made.filter(({ approval }) => approval === null)).toHaveLength(1);
  const [held] = made.filter(({ approval }) => approval !== null);
  expect((await decide(accountant, held.approval, "reject")).body).toMatchObject({ state: "rejected" });
});

test("an approval fails if the code was created in the meantime", async () => {
  boss = await stack.signIn("super_admin");
  const [first, second] = [await create(boss, "TWICE-ASKED", 100, 20), await create(boss, "TWICE-ASKED", 100, 20)];
  expect((await decide(accountant, first.approval, "approve")).status).toBe(200);
  const late = await decide(accountant, second.approval, "approve");
  expect([late.status, late.body.errors.code[0]]).toEqual([422, "This code exists already"]);
});

test("a customer gets no more from one person by a code and a credit than by credits", async () => {
  const give = async (by: TestClient, to: TestClient, amount: number) =>
    (await by.post("/billing/make-transaction", { user: to.uid, amount })).body.approval;
  const customer = await stack.signIn("customer");
  const customers = await Promise.all([1, 2, 3, 4].map(() => stack.signIn("customer")));
  boss = await stack.signIn("super_admin");
  // A code that the customer may redeem, then credits.
  expect((await create(boss, "CODE-FIRST", 600, 1)).approval).toBeNull();
  expect(await give(boss, customer, 400.01)).toEqual(expect.any(Number));
  expect((await customer.post(`${path}/redeem`, { code: "CODE-FIRST" })).status).toBe(201);
  const other = await stack.signIn("super_admin");
  expect(await give(other, customer, 400.01)).toEqual(expect.any(Number));
  expect(await give(boss, customer, 400)).toBeNull();
  // A credit, then a code.
  expect(await give(other, await stack.signIn("customer"), 700)).toBeNull();
  expect((await create(other, "CREDIT-FIRST", 100, 4)).approval).toEqual(expect.any(Number));
  expect((await create(other, "SMALL-AFTER", 100, 3)).approval).toBeNull();
  // Both at once.
  for (let at = 1; at <= 4; at++) {
    boss = await stack.signIn("super_admin");
    const made = await Promise.all([
      create(boss, `AT-ONCE-${at}`, 600, 1).then(({ approval }) => approval),
      give(boss, customers[at - 1]!, 600),
    ]);
    expect(made.filter((approval) => approval === null)).toHaveLength(1);
  }
});
