import type { Role } from "@litfass/contract/kernel/roles";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../testing/card-server.ts";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { customerAssignments } from "../users/index.ts";

let cards: CardServer;
let stack: Stack;
let admin: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  admin = await stack.signIn("admin");
  accountant = await stack.signIn("accountant");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});
beforeEach(async () => {
  customer = await stack.signIn("customer");
});

const balance = async (client: TestClient) => (await client.get("/users/me")).body.balance;
const assign = (sales: TestClient, to: TestClient) =>
  stack.platform.db
    .insert(customerAssignments)
    .values({ salesUid: sales.uid!, customerUid: to.uid!, createdAt: stack.clock.now() });
const credit = (by: TestClient, to: TestClient, amount: number, more: object = {}) =>
  by.post("/billing/make-transaction", { user: to.uid, amount, ...more });

/** The response status of a call by role. */
async function statuses(roles: Role[], call: (client: TestClient) => Promise<{ status: number }>): Promise<number[]> {
  const answers: number[] = [];
  for (const role of roles) answers.push((await call(await stack.signIn(role))).status);
  return answers;
}

test("[PAY-005] [ACT-013] [API-BILL-013] an admin's credit raises manual_balance and appears in the listing", async () => {
  const made = await credit(admin, customer, 250, { description: "Welcome" });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    user: customer.uid,
    amount: 250,
    description: "Credit added by us: Welcome",
  });
  expect(await balance(customer)).toMatchObject({ manual_balance: 250, total: 250, balance: 250 });
  const listing = await admin.get(`/users/${customer.uid}/transactions`);
  expect(listing.body.data.map((row: { id: string }) => row.id)).toEqual([made.body.id]);
  expect((await credit(admin, customer, 0)).status).toBe(422);
  expect((await credit(admin, customer, -5)).status).toBe(422);
  expect((await credit(customer, customer, 100)).status).toBe(403);
  expect((await credit(admin, accountant, 100)).status).toBe(422);
});

test("[AGENCY-009] a subsidy raises manual_balance and is named in the listing", async () => {
  await credit(admin, customer, 50, { kind: "subsidy", description: "City of Bern" });
  expect(await balance(customer)).toMatchObject({ manual_balance: 50 });
  const listing = await admin.get(`/users/${customer.uid}/transactions`, { "accept-language": "de" });
  expect(listing.body.data[0]).toMatchObject({ kind: "subsidy", description: "Förderbeitrag: City of Bern" });
});

test("[FIELD-PAYL-002] [API-USER-016] the listing shows the three sums, limited to what the reader may access", async () => {
  await credit(admin, customer, 250);
  const { body } = await accountant.get(`/users/${customer.uid}/transactions`);
  expect(body.sums).toMatchObject({ manual_balance: 250, stripe: 0, balance_reserved: 0, currency: "CHF" });
  const sales = await stack.signIn("sales");
  expect((await sales.get(`/users/${customer.uid}/transactions`)).status).toBe(404);
  await assign(sales, customer);
  const other = await stack.signIn("customer");
  await assign(sales, other);
  await credit(admin, other, 700);
  expect((await sales.get(`/users/${sales.uid}/transactions`)).body.meta.total).toBe(2);
  const one = await admin.get(`/users/${sales.uid}/transactions/${other.uid}`);
  expect(one.body.data.map((row: { user: string; amount: number }) => [row.user, row.amount])).toEqual([
    [other.uid, 700],
  ]);
  const foreign = await stack.signIn("customer");
  expect((await admin.get(`/users/${sales.uid}/transactions/${foreign.uid}`)).status).toBe(404);
  expect((await customer.get(`/users/${customer.uid}/transactions`)).status).toBe(403);
});

test("[ACT-006] a manager's balance has a maximum and can only be transferred to assigned customers", async () => {
  const sales = await stack.signIn("sales");
  await assign(sales, customer);
  expect((await admin.post(`/admin/users/${sales.uid}/max-balance`, { maxBalance: 10 })).status).toBe(200);
  expect((await credit(admin, sales, 8)).status).toBe(201);
  const over = await credit(admin, sales, 3);
  expect(over.status).toBe(422);
  expect(over.body.errors.amount).toEqual(["This would lift the balance above its maximum of CHF\u00a010.00"]);
  expect((await credit(sales, customer, 2)).status).toBe(201);
  expect(await balance(customer)).toMatchObject({ manual_balance: 2, balance: 2 });
  expect(await balance(sales)).toMatchObject({ balance: 6 });
  expect((await credit(sales, customer, 6.01)).status).toBe(422);
  expect((await credit(sales, await stack.signIn("customer"), 10)).status).toBe(404);
  expect((await credit(sales, sales, 10)).status).toBe(404);
  expect((await credit(sales, customer, 10, { kind: "subsidy" })).status).toBe(422);
});

test("[API-USER-021] [ACT-005] a maximum balance is for account managers, not negative, set by admins", async () => {
  const sales = await stack.signIn("sales");
  const set = (by: TestClient, uid: string, maxBalance: number) =>
    by.post(`/admin/users/${uid}/max-balance`, { maxBalance });
  expect((await set(admin, sales.uid!, 50)).body).toMatchObject({
    user: sales.uid,
    maxBalance: 50,
    currency: "CHF",
  });
  expect((await set(admin, customer.uid!, 50)).status).toBe(422);
  expect((await set(admin, sales.uid!, -1)).status).toBe(422);
  expect((await set(sales, sales.uid!, 90)).status).toBe(403);
});

test("[API-USER-023] [ACT-008] an admin sets a plan for three months; others may not", async () => {
  stack.clock.set(new Date("2026-01-15T10:00:00Z"));
  const set = (by: TestClient, plan: string) => by.post(`/admin/users/${customer.uid}/subscription`, { plan });
  const { body } = await set(admin, "starter");
  expect(body.subscription).toMatchObject({ is_exists: true, plan: "starter", end_at: "2026-04-15T10:00:00.000Z" });
  expect((await set(admin, "golden")).status).toBe(422);
  expect((await set(customer, "starter")).status).toBe(403);
  expect(await statuses(["sales", "accountant"], (client) => set(client, "starter"))).toEqual([403, 403]);
});

test("[FIELD-USER-013] a subscribed user has all five keys in users/me", async () => {
  await admin.post(`/admin/users/${customer.uid}/subscription`, { plan: "starter" });
  const { subscription } = (await customer.get("/users/me")).body;
  expect(Object.keys(subscription).sort()).toEqual(["end_at", "isLowBalance", "isNearEndDate", "is_exists", "plan"]);
});

test("[PKG-002] growth is an alias of standard", async () => {
  const other = await stack.signIn("customer");
  const set = (uid: string, plan: string) => admin.post(`/admin/users/${uid}/subscription`, { plan });
  const growth = (await set(customer.uid!, "growth")).body.subscription;
  expect(growth).toEqual((await set(other.uid!, "standard")).body.subscription);
  expect(growth.plan).toBe("standard");
});

async function topUp(amount: number): Promise<string> {
  const { body } = await customer.post("/stripe", { amount });
  cards.pay(body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
  return body.id;
}

test("[PAY-006] [API-BILL-003] [ACT-009] a refund is paid to the card once, with a credit note", async () => {
  const payment = await topUp(100);
  const [row] = (await admin.get(`/users/${customer.uid}/transactions`)).body.data;
  expect(row).toMatchObject({ kind: "card_top_up", refundable: 100 });
  const refund = (by: TestClient, more: object = {}) =>
    by.post("/billing/admin/transactions/refund", { transaction: row.id, ...more });
  expect((await refund(customer)).status).toBe(403);
  expect(await statuses(["sales", "accountant"], refund)).toEqual([403, 403]);
  const part = await refund(admin, { amount: 40 });
  expect(part.status).toBe(200);
  expect(part.body).toMatchObject({ kind: "refund", amount: -40, user: customer.uid });
  expect(await balance(customer)).toMatchObject({ stripe: 60, balance: 60 });
  expect((await refund(admin, { amount: 100 })).body.errors.amount).toEqual([
    "No more than what is left of the transaction can be refunded",
  ]);
  expect((await refund(admin)).body.amount).toBe(-60);
  expect((await refund(admin)).status).toBe(422);
  expect(cards.refunds.slice(-2).map((each) => each.amount)).toEqual([4_324, 6_486]);
  expect((await customer.patch(`/stripe/${payment}`)).body.status).toBe("refunded");
  const invoices = (await customer.get("/billing/invoices?sort=amount")).body.data;
  expect(
    invoices.map((each: { kind: string; amount: number; status: string }) => [each.kind, each.amount, each.status]),
  ).toEqual([
    ["credit_note", -64.86, "paid"],
    ["credit_note", -43.24, "paid"],
    ["invoice", 108.1, "credited"],
  ]);
  const listing = (await admin.get(`/users/${customer.uid}/transactions`)).body;
  expect(listing.data).toHaveLength(3);
  expect(listing.sums).toMatchObject({ stripe: 0, balance: 0 });
});

test("rejects refunds of transferred money and of entries that are not transactions", async () => {
  const refund = (transaction: string) => admin.post("/billing/admin/transactions/refund", { transaction });
  expect((await refund("999999999")).status).toBe(404);
  expect((await refund("abc")).status).toBe(422);
  const sales = await stack.signIn("sales");
  await assign(sales, customer);
  await credit(admin, sales, 8);
  const passed = await credit(sales, customer, 3);
  expect((await refund(passed.body.id)).status).toBe(422);
});

test("[GUARD-005] [API-BILL-002] staff list all invoices, account managers those of their customers", async () => {
  await topUp(20);
  const sales = await stack.signIn("sales");
  const total = async (client: TestClient) => (await client.get("/billing/admin/invoices")).body.meta.total;
  expect(await total(sales)).toBe(0);
  await assign(sales, customer);
  const { data } = (await sales.get("/billing/admin/invoices")).body;
  expect(data.map((row: { user: string }) => row.user)).toEqual([customer.uid]);
  expect(await total(accountant)).toBeGreaterThan(1);
  expect((await customer.get("/billing/admin/invoices")).status).toBe(403);
});

test("exports the invoices of a filter and period as a spreadsheet, limited to the reader's access", async () => {
  const accountant = await stack.signIn("accountant");
  const owner = await stack.signIn("customer");
  await owner.post("/billing/send-invoice", { planId: "starter" });
  const spreadsheet = await accountant.get(`/billing/admin/invoices/excel?user=${owner.uid}`);
  expect([spreadsheet.status, spreadsheet.bytes.subarray(0, 2).toString()]).toEqual([200, "PK"]);
  expect(spreadsheet.headers["content-disposition"]).toContain("invoices.xlsx");
  const empty = await accountant.get(`/billing/admin/invoices/excel?user=${owner.uid}&status=paid`);
  expect(empty.bytes.length).toBeLessThan(spreadsheet.bytes.length);
  const day = (at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Zurich" }).format(at);
  const [today, tomorrow] = [stack.clock.now(), new Date(stack.clock.now().getTime() + 86_400_000)].map(day);
  const found = async (period: string) =>
    (await accountant.get(`/billing/admin/invoices?user=${owner.uid}&${period}`)).body.meta.total;
  expect(await found(`from=${today}&to=${today}`)).toBe(1);
  expect(await found(`from=${tomorrow}`)).toBe(0);
  const later = await accountant.get(`/billing/admin/invoices/excel?user=${owner.uid}&from=${tomorrow}`);
  expect(later.bytes.length).toBe(empty.bytes.length);
  expect((await accountant.get("/billing/admin/invoices?from=yesterday")).status).toBe(422);
  const foreign = await (await stack.signIn("sales")).get(`/billing/admin/invoices/excel?user=${owner.uid}`);
  expect(foreign.bytes.length).toBeLessThan(spreadsheet.bytes.length);
  expect((await owner.get("/billing/admin/invoices/excel")).status).toBe(403);
});

test("[API-BILL-009] [ACT-012] downloads one invoice as PDF, several as ZIP, and none of other customers", async () => {
  await topUp(20);
  await topUp(30);
  const ids = (await customer.get("/billing/invoices")).body.data.map((row: { id: string }) => row.id);
  const download = (by: TestClient, chosen: string[]) => by.post("/billing/admin/invoices/download", { ids: chosen });
  const one = await download(accountant, ids.slice(0, 1));
  expect(one.headers["content-type"]).toBe("application/pdf");
  expect(one.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const several = await download(accountant, ids);
  expect(several.headers["content-type"]).toBe("application/zip");
  const files = unzipSync(several.bytes);
  expect(Object.keys(files).toSorted()).toEqual(ids.map((id: string) => `${id}.pdf`).toSorted());
  expect(Buffer.from(files[`${ids[0]}.pdf`] ?? []).equals(one.bytes)).toBe(true);
  expect((await download(await stack.signIn("sales"), ids)).status).toBe(404);
  expect((await download(customer, ids)).status).toBe(403);
});
