import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestClient } from "../../testing/client.ts";
import { type Stack, startStack } from "../../testing/stack.ts";
import { paymentReference } from "../billing/invoices/qr-bill.ts";
import { bankFile, type TestBooking } from "./testing-bank-file.ts";
import { upload } from "./testing-payouts.ts";

const qrIban = "CH4431999123000889012";
let stack: Stack;
let accountant: TestClient;
let second: TestClient;
let customer: TestClient;
let files = 0;

beforeAll(async () => {
  stack = await startStack({ env: { SELLER_IBAN: qrIban, SECOND_APPROVER_ABOVE: "1000" } });
  accountant = await stack.signIn({ uid: "accountant-1", role: "accountant" });
  second = await stack.signIn({ uid: "accountant-2", role: "accountant" });
});
afterAll(() => stack.close());
beforeEach(async () => {
  customer = await stack.signIn({ uid: `customer-${files}`, role: "customer" });
});

const orders = "/billing/admin/manual-invoices";
type Order = { id: number; reference: string; gross: string };

/** An order with its invoice, approved by the first accountant. */
async function order(amount: number): Promise<Order> {
  const { id } = (await accountant.post(orders, { user: customer.uid, amount, description: "Spring fair" })).body;
  const { invoice } = (await accountant.put(`${orders}/${id}/change-status`, { status: "approved" })).body;
  const [year = 0, sequence = 0] = invoice.match(/\d+/g).map(Number);
  const listed = (await customer.get("/billing/invoices")).body.data.find(
    (each: { number: string }) => each.number === invoice,
  );
  return { id, reference: paymentReference(qrIban, year, sequence), gross: listed.amount.toFixed(2) };
}
async function pay(
  { reference, gross }: Order,
  changes: Partial<TestBooking> = {},
): Promise<{ id: number; state: string; reason: string }> {
  files += 1;
  const booking: TestBooking = {
    ...{ kind: "credit", amount: gross, day: "2026-03-01", reference: `QR${files}` },
    transfers: [{ amount: changes.amount ?? gross, creditorReference: reference }],
    ...changes,
  };
  const { body } = await upload(accountant, bankFile([booking], { id: String(files) }));
  return (await accountant.get(`/bank-entries?file=${body.file.id}`)).body.data[0];
}
const confirm = (by: TestClient, { id }: { id: number }) => by.post(`/bank-entries/${id}/confirm`);
const statusOf = async ({ id }: Order) =>
  (await accountant.get(`${orders}?per_page=100`)).body.data.find((each: { id: number }) => each.id === id).status;
const budget = async () => (await customer.get("/users/me")).body.manual_credit;

test("a credit with an invoice's reference and amount is suggested; only a person marks the order as paid", async () => {
  const fair = await order(500);
  const entry = await pay(fair);
  expect(entry).toMatchObject({
    state: "suggestion",
    order: { id: fair.id, status: "approved", awaits_approval: false },
  });
  expect(await statusOf(fair)).toBe("approved");
  expect((await confirm(await stack.signIn("admin"), entry)).status).toBe(403);
  const answers = await Promise.all([confirm(accountant, entry), confirm(accountant, entry)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await statusOf(fair)).toBe("paid");
  expect((await accountant.get(`/bank-entries?search=${fair.reference}`)).body.data[0]).toMatchObject({
    state: "matched",
    order: { id: fair.id, status: "paid" },
    decided_at: expect.any(String),
  });
});

test("above the limit a second person decides about a suggestion, as about every order", async () => {
  const fair = await order(5000);
  const entry = await pay(fair);
  const asked = await confirm(accountant, entry);
  expect([asked.status, asked.body]).toEqual([200, { approval: expect.any(Number) }]);
  expect(await statusOf(fair)).toBe("approved");
  const [waiting] = (await accountant.get("/bank-entries?state=suggestion")).body.data;
  expect(waiting).toMatchObject({ id: entry.id, order: { awaits_approval: true } });
  expect((await confirm(second, entry)).body.code).toBe("order_awaits_approval");
  const approve = (by: TestClient) => by.post(`/billing/approvals/${asked.body.approval}/approve`, {});
  expect((await approve(accountant)).status).toBe(403);
  expect((await approve(second)).body).toMatchObject({ kind: "order", state: "approved" });
  expect(await statusOf(fair)).toBe("paid");
  expect((await accountant.get(`/bank-entries?search=${fair.reference}`)).body.data[0]).toMatchObject({
    state: "matched",
  });
  // Who approved the order is not the one who confirms its payment: two people saw it.
  const other = await order(5000);
  expect((await confirm(second, await pay(other))).body).toEqual({ approval: null });
  expect(await statusOf(other)).toBe("paid");
});

test("statement and notification suggest a payment once, and a second payment of an order is reported", async () => {
  const fair = await order(300);
  const entry = await pay(fair, { reference: "QR-once" });
  expect(entry).toMatchObject({ state: "suggestion" });
  expect(await pay(fair, { reference: "QR-once" })).toMatchObject({ id: entry.id });
  expect(
    await pay(fair, {
      reference: "QR-once",
      transfers: [{ amount: fair.gross, creditorReference: fair.reference, endToEndId: "X" }],
    }),
  ).toMatchObject({
    state: "done",
    reason: "repeated",
  });
  // The statement has the sum first, and the notification its transfer.
  const late = await order(301);
  const sum = await pay(late, { reference: "QR-sum", transfers: [] });
  expect(sum).toMatchObject({ state: "unknown", reason: "no_match" });
  expect(await pay(late, { reference: "QR-sum" })).toMatchObject({ state: "suggestion" });
  expect((await accountant.get("/bank-entries?search=QR-sum")).body.data).toContainEqual(
    expect.objectContaining({ id: sum.id, state: "done", reason: "detailed" }),
  );
  await confirm(accountant, entry);
  expect(await pay(fair, { reference: "QR-twice" })).toMatchObject({ state: "unknown", reason: "order_paid" });
});

test("other amounts, unknown references and closed orders are listed with their reason", async () => {
  const fair = await order(200);
  expect(await pay(fair, { amount: "199.00" })).toMatchObject({ reason: "amount_differs", order: { id: fair.id } });
  expect(await pay(fair, { currency: "EUR" })).toMatchObject({ reason: "amount_differs" });
  expect(await pay({ ...fair, reference: paymentReference(qrIban, 2031, 9) })).toMatchObject({ reason: "no_match" });
  expect(await pay({ ...fair, reference: "RF18539007547034" })).toMatchObject({ reason: "no_match" });
  await accountant.put(`${orders}/${fair.id}/change-status`, { status: "rejected" });
  expect(await pay(fair)).toMatchObject({ state: "unknown", reason: "order_closed" });
  const taken: Partial<TestBooking> = { kind: "debit", isReversal: true };
  expect(await pay(fair, taken)).toMatchObject({ reason: "credit_reversed" });
});

test("a suggestion whose order was paid by hand cannot be confirmed, only noted as done", async () => {
  const fair = await order(100);
  const entry = await pay(fair);
  await accountant.put(`${orders}/${fair.id}/change-status`, { status: "paid" });
  const before = await budget();
  expect((await confirm(accountant, entry)).body.code).toBe("order_changed");
  expect(await budget()).toEqual(before);
  expect((await accountant.post(`/bank-entries/${entry.id}/done`, { note: "" })).status).toBe(422);
  expect((await accountant.post(`/bank-entries/${entry.id}/done`, { note: "Marked in the orders" })).status).toBe(204);
  expect((await accountant.get(`/bank-entries?search=${fair.reference}`)).body.data[0]).toMatchObject({
    state: "done",
    reason: "by_hand",
    note: "Marked in the orders",
  });
});
