import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { updateUser } from "../../users/index.ts";

let cards: CardServer;
let stack: Stack;
let admin: TestClient;
let boss: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: { ...cards.env, SECOND_APPROVER_ABOVE: "1000000" } });
  cards.now = () => stack.clock.now();
  admin = await stack.signIn("admin");
  boss = await stack.signIn("super_admin");
  accountant = await stack.signIn("accountant");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});
beforeEach(async () => {
  customer = await stack.signIn("customer");
});

const path = "/billing/promotion-codes";
let made = 0;
const terms = () => {
  made += 1;
  return {
    code: `SPRING-${1000 + made}`,
    amount: 50,
    currency: "CHF",
    first_on: "2026-01-01",
    last_on: "2026-12-31",
    max_redemptions: 100,
    new_customers_only: false,
    min_paid: null as number | null,
    note: "Spring fair",
  };
};
const create = async (changes: Partial<ReturnType<typeof terms>> = {}): Promise<{ id: number; code: string }> => {
  const { status, body } = await boss.post(path, { ...terms(), ...changes });
  expect([status, body.approval]).toEqual([201, null]);
  return body.code;
};
const redeem = (code: string, by = customer) => by.post(`${path}/redeem`, { code });
const refusal = async (code: string, by = customer): Promise<unknown> => {
  const { status, body } = await redeem(code, by);
  return [status, body.errors?.code?.[0]];
};
const balance = async (by = customer): Promise<number> => (await by.get("/users/me")).body.balance.balance;

async function payByCard(amount: number): Promise<string> {
  const { body } = await customer.post("/stripe", { amount });
  cards.pay(body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
  const { rows } = await stack.platform.db.execute<{ id: string }>(
    sql`select entry_id::text as id from payments where id = ${body.id}`,
  );
  return rows[0]!.id;
}

describe("a redemption", () => {
  test("adds the amount to the budget at once, however the code is typed, and is shown in the activity", async () => {
    const { code } = await create();
    const { status, body } = await redeem(`  ${code.toLowerCase()} `);
    expect(status).toBe(201);
    expect(body).toEqual({ code, amount: 50, currency: "CHF", transaction: expect.any(String) });
    expect(await balance()).toBe(50);
    const statement = (await customer.get("/billing/statement")).body;
    expect(statement.data[0]).toMatchObject({ kind: "promotion", credit: 50, description: `Promotion code: ${code}` });
    const german = (await customer.get("/billing/transactions", { "accept-language": "de" })).body.data[0];
    expect(german).toMatchObject({ kind: "promotion", amount: 50, description: `Aktionscode: ${code}` });
    expect((await customer.get("/billing/invoices")).body.data).toEqual([]);
  });

  test("is audited under the customer and booked against the promotions of the operator", async () => {
    const { code, id } = await create();
    await redeem(code);
    const { rows } = await stack.platform.db.execute(sql`
      select action, actor_uid, subject_id, details ->> 'description' as code from audit_entries
      where subject_uid = ${customer.uid}`);
    expect(rows).toEqual([{ action: "promotion_redeemed", actor_uid: customer.uid, subject_id: String(id), code }]);
    const lines = await stack.platform.db.execute(sql`
      select a.kind, l.amount_micros::text as micros from ledger_entries e
      join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
      where e.kind = 'promotion' and e.details ->> 'promotion' = ${String(id)} order by a.kind`);
    expect(lines.rows).toEqual([
      { kind: "available", micros: "50000000" },
      { kind: "promotion", micros: "-50000000" },
    ]);
    const journal = await accountant.get("/billing/books/journal?from=2026-01-01&to=2026-12-31");
    expect(journal.text).toContain(`"Promotion code: ${code}","3809","Promotions granted",,"CHF",50.00,,,`);
  });

  test("is possible once per customer; a repeated key gets the first answer", async () => {
    const { code } = await create();
    const key = { "idempotency-key": "the-same" };
    const answers = await Promise.all([1, 2, 3].map(() => customer.post(`${path}/redeem`, { code }, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.transaction)).size).toBe(1);
    expect(await refusal(code)).toEqual([422, "You have redeemed this code already"]);
    const raced = await create();
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await redeem(raced.code)).status));
    expect(statuses.sort()).toEqual([201, 422, 422, 422]);
    expect(await balance()).toBe(100);
  });

  test("never exceeds the maximum in all, also when concurrent", async () => {
    const { id, code } = await create({ max_redemptions: 7 });
    const many = await Promise.all(Array.from({ length: 20 }, () => stack.signIn("customer")));
    const answers = await Promise.all(many.map((each) => redeem(code, each)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body.errors.code[0]);
    expect(new Set(refused)).toEqual(new Set(["This code has been redeemed as often as possible"]));
    const balances = await Promise.all(many.map((each) => balance(each)));
    expect(balances.reduce((sum, each) => sum + each, 0)).toBe(350);
    expect((await boss.get(`${path}?state=used_up&search=${code}`)).body.data).toMatchObject([{ id, redemptions: 7 }]);
    expect((await boss.get(`${path}/${id}/redemptions?per_page=5`)).body).toMatchObject({
      data: Array.from({ length: 5 }, () => ({ user_name: expect.any(String), transaction: expect.any(String) })),
      meta: { total: 7 },
    });
  });

  test("is refused with the reason at the field", async () => {
    expect(await refusal("UNKNOWN-CODE")).toEqual([422, "We do not know this code"]);
    const euro = await create({ currency: "EUR" });
    expect(await refusal(euro.code)).toEqual([422, "This code is for accounts in EUR"]);
    const later = await create({ first_on: "2026-11-30" });
    expect(await refusal(later.code)).toEqual([422, "This code is valid from 30.11.2026"]);
    const { id, code } = await create();
    expect((await accountant.post(`${path}/${id}/end`)).body.state).toBe("ended");
    expect((await accountant.post(`${path}/${id}/end`)).body.state).toBe("ended");
    expect(await refusal(code)).toEqual([422, "This code is no longer valid"]);
    expect(await balance()).toBe(0);
  });

  test("is possible from the first to the last day in Zurich", async () => {
    const { code } = await create({ first_on: "2026-03-03", last_on: "2026-03-03" });
    const before = stack.clock.now();
    const other = await stack.signIn("customer");
    stack.clock.set(new Date("2026-03-02T22:59:00Z"));
    expect(await refusal(code)).toEqual([422, "This code is valid from 03.03.2026"]);
    stack.clock.set(new Date("2026-03-02T23:01:00Z"));
    expect((await redeem(code)).status).toBe(201);
    stack.clock.set(new Date("2026-03-03T23:01:00Z"));
    expect(await refusal(code, other)).toEqual([422, "This code is no longer valid"]);
    expect((await boss.get(`${path}?state=expired&search=${code}`)).body.meta.total).toBe(1);
    stack.clock.set(before);
  });

  test("can depend on what the customer has paid", async () => {
    const fresh = await create({ new_customers_only: true });
    const loyal = await create({ min_paid: 500 });
    const late = await create({ new_customers_only: true });
    expect((await redeem(fresh.code)).status).toBe(201);
    expect(await refusal(loyal.code)).toEqual([
      422,
      "This code is for customers who have paid CHF\u00a0500.00 or more",
    ]);
    // A gift of staff is no payment.
    await admin.post("/billing/make-transaction", { user: customer.uid, amount: 900 });
    await payByCard(400);
    expect((await redeem(loyal.code)).status).toBe(422);
    const entry = await payByCard(100);
    expect((await redeem(loyal.code)).status).toBe(201);
    expect(await refusal(late.code)).toEqual([422, "This code is only for new customers who have paid nothing yet"]);
    // Refunded money is not paid any more, but a customer who has paid before is not new.
    await admin.post("/billing/admin/transactions/refund", { transaction: entry });
    const second = await create({ min_paid: 500 });
    expect((await redeem(second.code)).status).toBe(422);
    expect((await redeem(late.code)).status).toBe(422);
  });

  test("is limited to ten wrong codes an hour; right ones do not count", async () => {
    for (let at = 0; at < 9; at += 1) await redeem(`WRONG-CODE-${at}`);
    const [first, second, third] = [await create(), await create(), await create()];
    for (const { code } of [first, second]) expect((await redeem(code)).status).toBe(201);
    await redeem("WRONG-CODE-9");
    const blocked = await redeem(third.code);
    expect([blocked.status, blocked.body.message]).toEqual([429, "Too many codes were not accepted. Try again later."]);
    expect((await redeem(third.code, await stack.signIn("customer"))).status).toBe(201);
  });

  test("cannot be refunded; a refund of a card payment never includes it", async () => {
    const { code } = await create();
    const { transaction } = (await redeem(code)).body;
    const refund = (id: string, amount?: number) =>
      admin.post("/billing/admin/transactions/refund", { transaction: id, ...(amount ? { amount } : {}) });
    const refused = await refund(transaction);
    expect([refused.status, refused.body.errors.transaction[0]]).toEqual([
      422,
      "Only payments and credits can be refunded",
    ]);
    const paid = await payByCard(100);
    expect((await refund(paid, 150)).status).toBe(422);
    expect((await refund(paid)).status).toBe(200);
    expect(await balance()).toBe(50);
    const listed = (await admin.get(`/users/${customer.uid}/transactions`)).body.data;
    expect(listed.find((row: { kind: string }) => row.kind === "promotion").refundable).toBe(0);
  });
});

test("codes are listed with search, sort, state and pages, and their terms are checked", async () => {
  const prefix = `LIST-${Date.now() % 10_000}`;
  for (const [at, amount] of [30, 10, 20].entries()) await create({ code: `${prefix}-${at}-ABC`, amount });
  const sorted = (await boss.get(`${path}?search=${prefix.toLowerCase()}&sort=amount&per_page=2`)).body;
  expect(sorted.data.map(({ amount }: { amount: number }) => amount)).toEqual([10, 20]);
  expect(sorted.meta).toMatchObject({ total: 3, last_page: 2 });
  expect(sorted.data[0]).toMatchObject({ state: "active", redemptions: 0, created_by_name: "Test Person" });
  const bad = async (changes: object): Promise<string[]> =>
    Object.keys((await boss.post(path, { ...terms(), ...changes })).body.errors);
  expect(await bad({ code: `${prefix}-0-abc` })).toEqual(["code"]);
  expect(await bad({ code: "SHORT-1" })).toEqual(["code"]);
  expect(await bad({ code: "WITH_UNDERSCORE" })).toEqual(["code"]);
  expect(await bad({ last_on: "2025-12-31", first_on: "2025-12-01" })).toEqual(["last_on"]);
  expect(await bad({ first_on: "2026-12-31", last_on: "2026-12-30" })).toEqual(["last_on"]);
  expect(await bad({ new_customers_only: true, min_paid: 10 })).toEqual(["min_paid"]);
  expect((await boss.get(`${path}/999999/redemptions`)).status).toBe(404);
});

test("only super admins and accountants manage codes, and only customers redeem them", async () => {
  expect((await admin.get(path)).status).toBe(403);
  expect((await customer.get(path)).status).toBe(403);
  const { code, id } = await create();
  expect((await admin.post(`${path}/${id}/end`)).status).toBe(403);
  for (const role of ["sales", "super_admin", "accountant"] as const) {
    expect((await redeem(code, await stack.signIn(role))).status).toBe(403);
  }
  expect((await redeem(code, await stack.signIn("advanced_advertiser"))).status).toBe(201);
});

test("euro accounts redeem codes in euros, and the books agree with all redemptions", async () => {
  await updateUser(stack.platform.db, customer.uid!, { countryCode: "DE" }, stack.clock.now());
  const { code } = await create({ currency: "EUR", amount: 20 });
  expect((await redeem(code)).body).toMatchObject({ amount: 20, currency: "EUR" });
  const { body } = await accountant.post("/billing/books/proofs", {});
  expect(body.checks.filter(({ is_equal }: { is_equal: boolean }) => !is_equal)).toEqual([]);
  expect(body.checks.filter(({ check }: { check: string }) => check === "promotions")).toHaveLength(3);
  const { rows } = await stack.platform.db.execute(sql`select sum(amount_micros)::text as sum from ledger_lines`);
  expect(rows).toEqual([{ sum: "0" }]);
});

test("the database refuses other terms, a second redemption and one too many", async () => {
  const { id, code } = await create({ max_redemptions: 1 });
  await redeem(code);
  const run = (query: ReturnType<typeof sql>) => expect(stack.platform.db.execute(query)).rejects.toThrow();
  await run(sql`update promotion_codes set amount_micros = 1 where id = ${id}`);
  await run(sql`delete from promotion_redemptions where code_id = ${id}`);
  await run(sql`update promotion_codes set redemptions = 2 where id = ${id}`);
  await run(sql`insert into promotion_redemptions (code_id, owner_uid, entry_id, redeemed_at)
    select ${id}, ${customer.uid}, min(id), now() from ledger_entries`);
});
