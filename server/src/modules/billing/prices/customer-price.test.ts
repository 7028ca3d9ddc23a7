import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDraft, creditCustomer } from "../../../testing/campaigns.ts";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { customerAssignments } from "../../users/index.ts";
import { findInvoice } from "../invoices/invoice-sql.ts";
import { changePrices } from "./testing-prices.ts";

let cards: CardServer;
let stack: Stack;
let admin: TestClient;
let other: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: { ...cards.env, SECOND_APPROVER_ABOVE: "10000" } });
  accountant = await stack.signIn("accountant");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});
beforeEach(async () => {
  [admin, other, customer] = [await stack.signIn("admin"), await stack.signIn("admin"), await stack.signIn("customer")];
});

const terms = {
  cpm_percent: 10,
  plan_percent: 20,
  first_on: "2026-03-01",
  last_on: "2026-12-31",
  reason: "Three campaigns a year",
};
const pathOf = (client: TestClient) => `/users/${client.uid}/customer-prices`;
const agree = (changes: Partial<typeof terms> = {}, by = admin, on = customer) =>
  by.post(pathOf(on), { ...terms, ...changes });
const pricesOf = async (client: TestClient) => (await client.get("/billing/prices")).body;

async function draftOf(client: TestClient): Promise<{ id: number; cpm: number }> {
  const { id } = (await client.post("/user-campaigns", { name: "Priced" })).body;
  await client.put(`/user-campaigns/${id}`, { total_budget: 450 });
  return (await client.get(`/user-campaigns/${id}`)).body;
}

test("an agreement lowers the customer's prices at once, and only theirs", async () => {
  const { status, body } = await agree();
  expect(status).toBe(201);
  expect(body).toMatchObject({ approval: null, price: { ...terms, state: "active", user: customer.uid } });
  expect(await pricesOf(customer)).toMatchObject({
    cpm: 22.5,
    list_cpm: 25,
    agreed: { cpm_percent: 10, plan_percent: 20, first_on: "2026-03-01", last_on: "2026-12-31" },
  });
  const [starter] = (await customer.get("/billing/plans")).body;
  expect(starter).toMatchObject({ price: 1200, impressions_per_booking: 66_666 });
  expect(starter.discount).toMatchObject({
    kind: "agreed",
    label: "Agreed discount",
    percent: 20,
    last_on: "2026-12-31",
  });
  expect(starter.benefits.KPI).toContain("CHF/€ 22.50 per 1'000 impressions (CPM)");
  expect(await draftOf(customer)).toMatchObject({ cpm: 22.5, estimated_impressions: 20_000 });
  const forecast = await customer.post("/user-campaigns/forecast", { total_budget: 450 });
  expect(forecast.body.cpm).toEqual({ low: 22.5, high: 22.5 });
  const stranger = await stack.signIn("customer");
  expect(await pricesOf(stranger)).toMatchObject({ cpm: 25, agreed: null });
  expect(await draftOf(stranger)).toMatchObject({ cpm: 25 });
});

test("an order by invoice has the agreed discount, and the invoice names it and its price of impressions", async () => {
  await agree();
  const { body } = await customer.post("/billing/send-invoice", { planId: "starter", expected_price: 1200 });
  const invoice = (await findInvoice(stack.platform.db, body.number))!;
  expect(invoice.lines).toEqual([
    expect.objectContaining({
      netMicros: "1200000000",
      cpmMinor: 2_250,
      discount: expect.objectContaining({ micros: "300000000", percent: 20, textEn: "Agreed discount" }),
    }),
  ]);
});

test("an agreement applies on its days in Zurich, and ends when staff end it", async () => {
  const { id } = (await agree({ first_on: "2026-03-03", last_on: "2026-03-04" })).body.price;
  const at = async (moment: string) => {
    stack.clock.set(new Date(moment));
    return (await pricesOf(customer)).cpm;
  };
  try {
    expect(await at("2026-03-02T22:59:59Z")).toBe(25);
    expect(await at("2026-03-02T23:00:00Z")).toBe(22.5);
    expect(await at("2026-03-04T22:59:59Z")).toBe(22.5);
    expect(await at("2026-03-04T23:00:00Z")).toBe(25);
    expect(await at("2026-03-03T10:00:00Z")).toBe(22.5);
    const ended = await admin.post(`${pathOf(customer)}/${id}/end`);
    expect(ended.body).toMatchObject({ state: "ended", ended_at: "2026-03-03T10:00:00.000Z" });
    expect((await pricesOf(customer)).cpm).toBe(25);
    expect((await admin.post(`${pathOf(customer)}/${id}/end`)).status).toBe(200);
    // Another one may now apply on the same days.
    expect((await agree({ first_on: "2026-03-03", last_on: "2026-03-04", cpm_percent: 20 })).status).toBe(201);
    expect((await pricesOf(customer)).cpm).toBe(20);
  } finally {
    stack.clock.set(new Date("2026-03-02T09:00:00Z"));
  }
  const { data } = (await admin.get(pathOf(customer))).body;
  expect(data.map(({ state }: { state: string }) => state)).toEqual(["scheduled", "ended"]);
});

test("a campaign starts at the price that was shown or not at all, bids at it and keeps it", async () => {
  await creditCustomer(stack, customer.uid!);
  const id = await createDraft(stack, customer);
  const agreed = (await agree()).body.price;
  const start = (expected_cpm: number) => customer.post(`/user-campaigns/${id}/activate`, { expected_cpm });
  const refused = await start(25);
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    409,
    "price_changed",
    "The price of a thousand impressions has changed and is now CHF\u00a022.50. Nothing was started.",
  ]);
  expect((await customer.get(`/user-campaigns/${id}`)).body.status).toBe("DRAFT");
  expect((await start(22.5)).body).toMatchObject({ status: "ACTIVE", cpm: 22.5 });
  const { rows } = await stack.platform.db.execute<{ price: string }>(
    sql`select payload ->> 'priceMicros' as price from campaign_snapshots where campaign_id = ${id}`,
  );
  expect(rows).toEqual([{ price: "22500" }]);
  await admin.post(`${pathOf(customer)}/${agreed.id}/end`);
  expect((await customer.get(`/user-campaigns/${id}`)).body.cpm).toBe(22.5);
  expect(await draftOf(customer)).toMatchObject({ cpm: 25 });
  // Without the price that was shown, the present one applies.
  const another = await createDraft(stack, customer);
  expect((await customer.post(`/user-campaigns/${another}/activate`)).body).toMatchObject({
    status: "ACTIVE",
    cpm: 25,
  });
});

test("only one agreement applies on a day, also of concurrent ones", async () => {
  const answers = await Promise.all([agree(), agree({ cpm_percent: 5 }, other), agree({ plan_percent: 5 })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body.errors.first_on).toEqual([
    "Another agreement applies on some of these days. End it first.",
  ]);
  expect((await agree({ first_on: "2026-12-31", last_on: "2027-01-31" })).status).toBe(422);
  expect((await agree({ first_on: "2027-01-01", last_on: "2027-01-31" })).status).toBe(201);
});

test("wrong terms are refused at their fields", async () => {
  const bad = async (changes: Partial<typeof terms>) => Object.keys((await agree(changes)).body.errors ?? {});
  expect(await bad({ cpm_percent: 0, plan_percent: 0 })).toEqual(["cpm_percent"]);
  expect(await bad({ cpm_percent: 90.5 })).toEqual(["cpm_percent"]);
  expect(await bad({ plan_percent: 10.005 })).toEqual(["plan_percent"]);
  expect(await bad({ last_on: "2026-02-28" })).toEqual(["last_on"]);
  expect(await bad({ first_on: "2026-01-01", last_on: "2026-03-01" })).toEqual(["last_on"]);
  expect(await bad({ last_on: "2028-03-05" })).toEqual(["last_on"]);
  expect(await bad({ reason: "" })).toEqual(["reason"]);
  expect((await agree({}, admin, accountant)).status).toBe(422);
  expect((await admin.post("/users/nobody-there/customer-prices", terms)).status).toBe(404);
  expect((await admin.post(`${pathOf(customer)}/999999/end`)).status).toBe(404);
});

test("above the limit a second person approves, and what one person alone agreed in a year adds up", async () => {
  // 54'000 a year for the most expensive plan: 20% for half a year is about 5'400.
  const half = { plan_percent: 20, first_on: "2026-03-02", last_on: "2026-08-31" };
  expect((await agree(half)).body).toMatchObject({ approval: null });
  const second = { ...half, first_on: "2026-09-01", last_on: "2027-02-28" };
  const asked = (await agree(second)).body;
  expect(asked).toEqual({ price: null, approval: expect.any(Number) });
  const [request] = (await accountant.get("/billing/approvals")).body.data;
  expect(request).toMatchObject({
    kind: "price",
    user: customer.uid,
    amount: 5355.62,
    description: "CPM -10%, plans -20%, 01.09.2026 to 28.02.2027: Three campaigns a year",
  });
  const decide = (by: TestClient, what: string) =>
    by.post(`/billing/approvals/${asked.approval}/${what}`, { note: "Fine" });
  expect((await decide(admin, "approve")).status).toBe(403);
  expect((await decide(accountant, "approve")).body).toMatchObject({ state: "approved" });
  const { data } = (await admin.get(pathOf(customer))).body;
  expect(data[0]).toMatchObject({ ...second, state: "scheduled", created_by_name: expect.any(String) });
  expect(data[0].approved_by_name).not.toBeNull();
  // Ending and agreeing again does not evade the limit.
  await admin.post(`${pathOf(customer)}/${data[1].id}/end`);
  expect((await agree(half)).body.approval).toEqual(expect.any(Number));
  expect((await agree(half, other)).body.approval).toBeNull();
});

test("an approval fails if another agreement applies by then", async () => {
  const asked = (await agree({ plan_percent: 50 })).body;
  expect((await agree({ plan_percent: 5 }, other)).status).toBe(201);
  const late = await accountant.post(`/billing/approvals/${asked.approval}/approve`, { note: "" });
  expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ["first_on"]]);
});

test("admins agree, accountants and the customer's account manager read, everybody else neither", async () => {
  await agree();
  for (const role of ["accountant", "sales", "campaign_manager", "tech_admin", "customer"] as const) {
    expect((await agree({}, await stack.signIn(role))).status).toBe(403);
  }
  expect((await accountant.get(pathOf(customer))).body.meta.total).toBe(1);
  const manager = await stack.signIn("sales");
  expect((await manager.get(pathOf(customer))).status).toBe(404);
  await stack.platform.db
    .insert(customerAssignments)
    .values({ salesUid: manager.uid!, customerUid: customer.uid!, createdAt: stack.clock.now() });
  expect((await manager.get(pathOf(customer))).body.meta.total).toBe(1);
  expect((await customer.get(pathOf(customer))).status).toBe(403);
});

test("the audit log names who agreed on what and who ended it", async () => {
  const { id } = (await agree()).body.price;
  await other.post(`${pathOf(customer)}/${id}/end`);
  const { rows } = await stack.platform.db.execute(sql`
    select action, actor_uid, changes -> 0 as change, details ->> 'description' as reason from audit_entries
    where subject_type = 'customer_price' and subject_id = ${String(id)} order by id`);
  expect(rows).toEqual([
    {
      action: "customer_price_agreed",
      actor_uid: admin.uid,
      change: { field: "cpm_percent", before: null, after: 10 },
      reason: terms.reason,
    },
    {
      action: "customer_price_ended",
      actor_uid: other.uid,
      change: { field: "state", before: "active", after: "ended" },
      reason: terms.reason,
    },
  ]);
});

test("the database refuses other terms", async () => {
  const { id } = (await agree()).body.price;
  const run = (query: ReturnType<typeof sql>) => expect(stack.platform.db.execute(query)).rejects.toThrow();
  await run(sql`update customer_prices set cpm_percent = 90 where id = ${id}`);
  await run(sql`delete from customer_prices where id = ${id}`);
});

test("a discount of the price list and an agreement: the lower price applies", async () => {
  stack.clock.set(new Date("2026-05-10T08:00:00Z"));
  try {
    const boss = await stack.signIn("super_admin");
    [admin, customer] = [await stack.signIn("admin"), await stack.signIn("customer")];
    expect((await changePrices(boss, { starter: { percent: 30 }, standard: { percent: 10 } })).status).toBe(200);
    await agree();
    const plans = (await customer.get("/billing/plans")).body;
    expect(
      plans.map(({ price, discount }: { price: number; discount: { kind: string } }) => [price, discount.kind]),
    ).toEqual([
      [1050, "offer"],
      [3600, "agreed"],
      [10_800, "agreed"],
    ]);
  } finally {
    stack.clock.set(new Date("2026-03-02T09:00:00Z"));
  }
});
