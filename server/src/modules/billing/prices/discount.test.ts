import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { updateUser } from "../../users/index.ts";
import { findInvoice } from "../invoices/invoice-sql.ts";
import { mailInvoiceJob } from "../invoices/mail-invoice.ts";
import { mailReminderJob } from "../plans/mail-reminder.ts";
import { remindSubscribers } from "../plans/remind-subscribers.ts";
import { changePrices } from "./testing-prices.ts";

let cards: CardServer;
let stack: Stack;
let boss: TestClient;
let admin: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: { ...cards.env, SECOND_APPROVER_ABOVE: "10000" } });
  cards.now = () => stack.clock.now();
  // The list price applies from then on.
  await stack.signIn("super_admin");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});
beforeEach(async () => {
  stack.clock.set(new Date("2026-05-10T08:00:00Z"));
  boss = await stack.signIn("super_admin");
  admin = await stack.signIn("admin");
  accountant = await stack.signIn("accountant");
  expect((await changePrices(boss, { starter: {}, standard: null, advanced: null }, { volume_bonus: [] })).status).toBe(
    200,
  );
  customer = await stack.signIn("customer");
});

/** Sessions end while the clock jumps. */
async function signInAgain() {
  admin = await stack.signIn("admin");
  accountant = await stack.signIn("accountant");
  customer = await stack.signIn({ uid: customer.uid!, role: "customer" });
}

const balanceOf = async (client: TestClient) => (await client.get("/users/me")).body.balance;
const starterOf = async (client: TestClient) => (await client.get("/billing/plans")).body[0];

async function pay(client: TestClient, path: string, body: object) {
  const begun = await client.post(path, body);
  expect(begun.status).toBe(201);
  cards.pay(begun.body.checkout_url.split("/").at(-1));
  const { body: paid } = await client.patch(`/stripe/${begun.body.id}`);
  expect(paid.status).toBe("succeeded");
  return paid;
}
const buy = (client: TestClient, body: object = {}) => pay(client, "/stripe/package", { plan: "starter", ...body });

async function invoiceOfPayment(id: string) {
  const { rows } = await stack.platform.db.execute<{ number: string; entry: string }>(
    sql`select invoice_number as number, entry_id::text as entry from payments where id = ${id}`,
  );
  return { entry: rows[0]!.entry, invoice: (await findInvoice(stack.platform.db, rows[0]!.number))! };
}

async function linesOf(client: TestClient) {
  const { rows } = await stack.platform.db.execute<{ kind: string; account: string; amount: number }>(sql`
    select e.kind, a.kind as account, (l.amount_micros / 10000)::int as amount
    from ledger_entries e join ledger_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id
    where exists (select 1 from ledger_lines o join ledger_accounts oa on oa.id = o.account_id
      where o.entry_id = e.id and oa.owner_uid = ${client.uid!}) order by e.id, a.kind`);
  return rows.map(({ kind, account, amount }) => `${kind} ${account} ${amount}`);
}

async function expectEqualBooks() {
  const { body } = await accountant.post("/billing/books/proofs", {});
  expect(body.checks.filter(({ is_equal }: { is_equal: boolean }) => !is_equal)).toEqual([]);
  expect(body.checks.some(({ check }: { check: string }) => check === "discounts")).toBe(true);
}

test("plans show the price, the list price and why it is lower, in the reader's language", async () => {
  const plan = await starterOf(customer);
  expect(plan).toMatchObject({ price: 1350, price_per_month: 450, impressions_per_booking: 60_000 });
  expect(plan.discount).toEqual({
    kind: "offer",
    label: "Spring offer",
    percent: 10,
    amount: 150,
    list_price: 1500,
    list_price_per_month: 500,
    list_price_formatted: "1'500",
    list_price_per_month_formatted: "500",
    last_on: "2026-05-31",
    first_purchase_only: false,
  });
  const german = (await customer.get("/billing/plans", { "accept-language": "de" })).body[0];
  expect(german.discount.label).toBe("Frühlingsangebot");
  expect((await customer.get("/billing/plans")).body[1].discount).toBeNull();
  const page = (await stack.visitor().get("//en")).text.replaceAll("&#39;", "'");
  expect(page).toContain("<s>CHF 1'500</s>");
  expect(page).toContain("Spring offer −10%");
  expect(page).toContain("CHF 1'350");
  expect(page).toContain("If you order by 31.05.2026.");
});

test("a plan by card costs the discounted price with its VAT, and buys the budget of the list price", async () => {
  const paid = await buy(customer, { expected_price: 1350 });
  expect(paid).toMatchObject({ amount: 1350, discount: 150, amount_due: 1459.35 });
  expect(await balanceOf(customer)).toMatchObject({ balance: 1500, stripe: 1350, manual_balance: 150 });
  expect(await linesOf(customer)).toEqual([
    "package available 135000",
    "package card_clearing -145935",
    "package vat 10935",
    "discount available 15000",
    "discount discount -15000",
  ]);
  const { invoice } = await invoiceOfPayment(paid.id);
  expect([invoice.netMicros, invoice.vatMicros, invoice.grossMicros]).toEqual([
    1_350_000_000n,
    109_350_000n,
    1_459_350_000n,
  ]);
  expect(invoice.lines).toEqual([
    expect.objectContaining({
      netMicros: "1350000000",
      discount: expect.objectContaining({ micros: "150000000", percent: 10, textEn: "Spring offer" }),
    }),
  ]);
  const statement = (await customer.get("/billing/statement")).body.data;
  expect(
    statement.map(({ description, credit }: { description: string; credit: number }) => [description, credit]),
  ).toEqual([
    ["Discount: Spring offer", 150],
    ["Package, paid online: Starter package, 3 months", 1350],
  ]);
  await expectEqualBooks();
});

test("the receipt and the order's mail state list price, discount and net price", async () => {
  await stack.platform.jobs.drain(mailInvoiceJob);
  const sent = stack.outbox.length;
  await buy(customer);
  await customer.post("/billing/send-invoice", { planId: "starter" });
  await stack.platform.jobs.drain(mailInvoiceJob);
  expect(stack.outbox.length - sent).toBe(2);
  for (const { text } of stack.outbox.slice(sent)) {
    expect(text).toMatch(
      /List price without VAT\W+CHF\u00a01'500\.00\s+Spring offer \(10%\)\W+CHF\u00a0-150\.00\s+Without VAT\W+CHF\u00a01'350\.00/,
    );
    expect(text).toContain("CHF\u00a01'459.35");
  }
});

test("an order by invoice has the discount on the invoice, and its payment credits the list price", async () => {
  const { body: invoice, status } = await customer.post("/billing/send-invoice", {
    planId: "starter",
    expected_price: 1350,
  });
  expect([status, invoice.amount]).toEqual([201, 1459.35]);
  // The discount ends before the transfer arrives: what was sold keeps its price.
  stack.clock.set(new Date("2026-06-10T08:00:00Z"));
  await signInAgain();
  const listed = (await admin.get("/billing/admin/manual-invoices")).body.data;
  const order = listed.find((each: { user: string }) => each.user === customer.uid);
  expect(order).toMatchObject({ amount: 1350, discount: 150 });
  for (const status of ["approved", "paid"]) {
    await admin.put(`/billing/admin/manual-invoices/${order.id}/change-status`, { status });
  }
  expect(await balanceOf(customer)).toMatchObject({ balance: 1500 });
  expect((await linesOf(customer)).filter((each) => each.startsWith("discount"))).toEqual([
    "discount available 15000",
    "discount discount -15000",
  ]);
  await expectEqualBooks();
});

test("an order whose list price is above the limit needs a second person, whatever its discount", async () => {
  await changePrices(boss, { starter: {}, advanced: { percent: 50 } });
  const open = async (plan: string) =>
    (await accountant.post("/billing/admin/manual-invoices", { user: customer.uid, plan })).body;
  const go = (id: number, status: string) =>
    accountant.put(`/billing/admin/manual-invoices/${id}/change-status`, { status });
  const order = await open("advanced");
  expect(order).toMatchObject({ amount: 6750, discount: 6750 });
  await go(order.id, "approved");
  const { approval } = (await go(order.id, "paid")).body;
  expect(approval).toEqual(expect.any(Number));
  expect(await balanceOf(customer)).toMatchObject({ balance: 0 });
  const { body } = await admin.post(`/billing/approvals/${approval}/approve`, {});
  expect([body.kind, body.amount]).toEqual(["order", 13_500]);
  expect(await balanceOf(customer)).toMatchObject({ balance: 13_500 });
  // Its discount counts toward what one person credits on a day, unlike what two people decided.
  const small = await open("starter");
  await go(small.id, "approved");
  expect((await go(small.id, "paid")).body.approval).toBeNull();
  const give = (amount: number) => admin.post("/billing/make-transaction", { user: customer.uid, amount });
  expect((await give(8500.01)).body.approval).toEqual(expect.any(Number));
  expect((await give(8500)).body.approval).toBeNull();
});

test("a price that staff enter for an order has no discount, also if they change it", async () => {
  const open = (body: object) =>
    admin.post("/billing/admin/manual-invoices", { user: customer.uid, plan: "starter", ...body });
  expect((await open({ amount: 1200 })).body).toMatchObject({ amount: 1200, discount: 0 });
  const { body } = await open({});
  expect(body).toMatchObject({ amount: 1350, discount: 150 });
  const changed = await admin.put(`/billing/admin/manual-invoices/${body.id}`, { amount: 1400 });
  expect(changed.body).toMatchObject({ amount: 1400, discount: 0 });
});

test("in euros without VAT the sums agree, too", async () => {
  await updateUser(stack.platform.db, customer.uid!, { countryCode: "DE" }, stack.clock.now());
  const paid = await buy(customer);
  expect(paid).toMatchObject({ amount: 1350, discount: 150, amount_due: 1350, currency: "EUR" });
  await expectEqualBooks();
});

test("a changed price refuses what was shown before, and sells nothing", async () => {
  await changePrices(boss, { starter: { percent: 5 } });
  const refused = await customer.post("/stripe/package", { plan: "starter", expected_price: 1350 });
  expect([refused.status, refused.body.code]).toEqual([409, "price_changed"]);
  expect(refused.body.message).toBe(
    "The price has changed and is now CHF\u00a01'425.00 without VAT. Nothing was ordered or charged.",
  );
  expect((await customer.post("/billing/send-invoice", { planId: "starter", expected_price: 1350 })).status).toBe(409);
  expect((await customer.get("/billing/payments")).body.meta.total).toBe(0);
  expect((await customer.get("/billing/invoices")).body.meta.total).toBe(0);
  expect((await buy(customer, { expected_price: 1425 })).amount).toBe(1425);
});

test("orders while the price list changes have the price that was shown, or are refused", async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => stack.signIn("customer")));
  const [answers] = await Promise.all([
    Promise.all(
      customers.map((each) => each.post("/billing/send-invoice", { planId: "starter", expected_price: 1350 })),
    ),
    changePrices(boss, { starter: { percent: 20 } }),
  ]);
  for (const { status, body } of answers) {
    if (status === 201) expect(body.amount).toBe(1459.35);
    else expect([status, body.code]).toEqual([409, "price_changed"]);
  }
  const late = await customer.post("/billing/send-invoice", { planId: "starter", expected_price: 1350 });
  expect(late.status).toBe(409);
});

test("the price changes with the day in Zurich, on the screen, in the order and in the payment", async () => {
  stack.clock.set(new Date("2026-05-31T21:59:59Z"));
  await signInAgain();
  expect((await starterOf(customer)).price).toBe(1350);
  const begun = await customer.post("/stripe/package", { plan: "starter", expected_price: 1350 });
  stack.clock.set(new Date("2026-05-31T22:00:00Z"));
  expect(await starterOf(customer)).toMatchObject({ price: 1500, discount: null });
  expect((await customer.post("/billing/send-invoice", { planId: "starter", expected_price: 1350 })).status).toBe(409);
  // The payment that was begun keeps its price.
  cards.pay(begun.body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${begun.body.id}`)).body).toMatchObject({ status: "succeeded", amount: 1350 });
  expect((await stack.visitor().get("//en")).text).not.toContain("Spring offer");
});

test("a discount on the first purchase is given once, whatever is open at the same time", async () => {
  await changePrices(boss, { starter: { first_purchase_only: true } });
  const begin = () => customer.post("/stripe/package", { plan: "starter", expected_price: 1350 });
  const begun = await Promise.all([begin(), begin(), begin()]);
  expect(begun.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(begun.find(({ status }) => status === 409)?.body.code).toBe("purchase_open");
  expect((await customer.post("/billing/send-invoice", { planId: "starter" })).body.code).toBe("purchase_open");
  const byStaff = await admin.post("/billing/admin/manual-invoices", { user: customer.uid, plan: "starter" });
  expect([byStaff.status, byStaff.body.code]).toEqual([409, "purchase_open"]);
  const { body } = begun.find(({ status }) => status === 201)!;
  cards.expire(body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("failed");
  // Discarded: the offer is still there.
  expect((await starterOf(customer)).discount).toMatchObject({ first_purchase_only: true });
  await buy(customer, { expected_price: 1350 });
  expect(await starterOf(customer)).toMatchObject({ price: 1500, discount: null });
  expect((await begin()).body.code).toBe("price_changed");
  const other = await stack.signIn("customer");
  expect((await other.post("/billing/send-invoice", { planId: "starter" })).status).toBe(201);
  expect(await starterOf(other)).toMatchObject({ price: 1500 });
});

test("a refund pays back what was paid, and takes back the discount in proportion", async () => {
  const { entry } = await invoiceOfPayment((await buy(customer)).id);
  const refund = (amount?: number) => admin.post("/billing/admin/transactions/refund", { transaction: entry, amount });
  expect((await refund(450)).status).toBe(200);
  expect(await balanceOf(customer)).toMatchObject({ balance: 1000 });
  const rest = await refund();
  expect(rest.body).toMatchObject({ amount: -900, credit_note: expect.any(String) });
  expect(await balanceOf(customer)).toMatchObject({ balance: 0, stripe: 0, manual_balance: 0 });
  const note = await findInvoice(stack.platform.db, rest.body.credit_note);
  expect([note?.netMicros, note?.lines[0]?.discount]).toEqual([-900_000_000n, undefined]);
  expect(cards.refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(145_935);
  await expectEqualBooks();
});

test("a refund is refused if the discount is spent", async () => {
  const { entry } = await invoiceOfPayment((await buy(customer)).id);
  const owner = customer.uid!;
  const reserve = (amount: string) =>
    stack.platform.db.execute(sql`
      select ledger_post(${`reserve:${amount}:${owner}`}, 'reservation', null, '', '{}'::jsonb, null, null, null,
        ${JSON.stringify([
          { kind: "available", owner, campaign: null, currency: "CHF", amount },
          { kind: "reserved", owner, campaign: 999_001, currency: "CHF", amount: (-BigInt(amount)).toString() },
        ])}::jsonb)`);
  await reserve("-140000000");
  const refused = await admin.post("/billing/admin/transactions/refund", { transaction: entry });
  expect([refused.status, refused.body.errors.amount]).toEqual([422, ["The balance does not cover this amount"]]);
  expect(await balanceOf(customer)).toMatchObject({ balance: 1360 });
  // 1224 of 1350, with 136 of the discount.
  expect((await admin.post("/billing/admin/transactions/refund", { transaction: entry, amount: 1224 })).status).toBe(
    200,
  );
  expect(await balanceOf(customer)).toMatchObject({ balance: 0 });
  await reserve("140000000");
});

test("a large payment by card gets its bonus as budget, and the invoice says so", async () => {
  await changePrices(boss, {}, { volume_bonus: [{ at_least: 1000, percent: 3 }] });
  expect((await customer.get("/billing/prices")).body).toMatchObject({
    volume_bonus: [{ at_least: 1000, percent: 3 }],
  });
  expect(await pay(customer, "/stripe", { amount: 999.99, expected_bonus: 0 })).toMatchObject({ discount: 0 });
  const refused = await customer.post("/stripe", { amount: 1000, expected_bonus: 0 });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "The bonus has changed and is now CHF\u00a030.00. Nothing was charged.",
  ]);
  const paid = await pay(customer, "/stripe", { amount: 1000.5, expected_bonus: 30.02 });
  expect(paid).toMatchObject({ amount: 1000.5, discount: 30.02 });
  expect(await balanceOf(customer)).toMatchObject({ balance: 2030.51 });
  const { invoice } = await invoiceOfPayment(paid.id);
  expect(invoice.lines[0]?.discount).toMatchObject({
    micros: "30020000",
    percent: null,
    textEn: "Bonus on your payment",
  });
  expect(invoice.netMicros).toBe(1_000_500_000n);
  await expectEqualBooks();
});

test("the reminder near a plan's end states the price of three more months", async () => {
  await buy(customer);
  await changePrices(boss, { starter: { last_on: "2026-08-31" } });
  stack.clock.set(new Date("2026-08-01T08:00:00Z"));
  expect(await remindSubscribers(stack.platform, stack.app.services.execute)).toBeGreaterThan(0);
  await stack.platform.jobs.drain(mailReminderJob);
  const own = stack.outbox.filter(({ to, text }) => to.includes(customer.uid!) && text.includes("An extension by"));
  expect(own.map(({ text }) => text)).toEqual([
    expect.stringContaining(
      "An extension by 3 months costs CHF\u00a01'350.00 instead of CHF\u00a01'500.00 (Spring offer), plus VAT where it applies, if you order by 31.08.2026.",
    ),
  ]);
});

test("the settings refuse a discount on a price that did not apply, at its field, with the day from which it may", async () => {
  const field = async (discount: object, plan: "starter" | "standard" = "standard") => {
    const { status, body } = await changePrices(boss, { [plan]: discount });
    return status === 200 ? 200 : Object.entries(body.errors)[0];
  };
  expect(await field({ percent: 90.01 })).toEqual(["settings.plans.standard.discount.percent", [expect.any(String)]]);
  expect(await field({ percent: 10, amount_per_month: 5 })).toEqual([
    "settings.plans.standard.discount.percent",
    ["Enter a percentage or an amount, not both"],
  ]);
  expect(await field({ percent: null, amount_per_month: 1499.6 })).toEqual([
    "settings.plans.standard.discount.amount_per_month",
    [expect.stringMatching(/^The reduced price is less than a card can be charged: 0\.50 .* GBP 0\.30/)],
  ]);
  expect(await field({ introductory: true })).toEqual([
    "settings.plans.standard.discount.introductory",
    ["Customers know another price of this plan, or have known this one for 30 days: it is not introductory"],
  ]);
  // The starter plan has been sold at a discount since 1 May; it ends today.
  await changePrices(boss, { starter: null });
  expect(await field({ first_on: "2026-05-20" }, "starter")).toEqual([
    "settings.plans.starter.discount.first_on",
    ["The plan was offered for less within the 30 days before. A discount may begin on 10.06.2026 at the earliest."],
  ]);
  expect(await field({ first_on: "2026-06-10", last_on: "2026-12-31" }, "starter")).toBe(200);
  await changePrices(boss, { starter: null });
});

test("an earlier version with a discount is restored only if its former price holds", async () => {
  const { prices } = (await boss.get("/settings/operator")).body;
  await changePrices(boss, { starter: null });
  stack.clock.set(new Date("2026-05-12T08:00:00Z"));
  const restored = await boss.post("/settings/operator/prices/restore", {
    version: prices.version + 1,
    restore: prices.version,
    note: "Again",
  });
  // It began on 1 May, and what applied before is as it was.
  expect(restored.status).toBe(200);
});
