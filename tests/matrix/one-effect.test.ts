import { type EndpointName, endpoints } from "@litfass/contract/index";
import type { EndpointDefinition } from "@litfass/contract/kernel/endpoint";
import { demoCompany } from "@litfass/contract/settings/demo-company";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bankFile } from "../../server/src/modules/bank/testing-bank-file.ts";
import { upload } from "../../server/src/modules/bank/testing-payouts.ts";
import { paymentReference } from "../../server/src/modules/billing/invoices/qr-bill.ts";
import { fillWithSample } from "../../server/src/modules/creatives/index.ts";
import { createDraft } from "../../server/src/testing/campaigns.ts";
import { type CardServer, startCardServer } from "../../server/src/testing/card-server.ts";
import type { TestAnswer, TestClient } from "../../server/src/testing/client.ts";
import { type Stack, startStack } from "../../server/src/testing/stack.ts";

const all = Object.entries(endpoints) as [EndpointName, EndpointDefinition][];
const moving = all.filter(([, { movesMoney }]) => movesMoney);
const atOnce = 5;

/** A valid call of the endpoint: caller, path, and input. */
type ReadyCall = { client: TestClient; path: string; body?: object };

let cards: CardServer;
let stack: Stack;
let admin: TestClient;
let accountant: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({
    env: { ...cards.env, EXCHANGES: "one", EXCHANGE_SECRETS: `one=${"o".repeat(24)}` },
  });
  cards.now = () => stack.clock.now();
  admin = await stack.signIn("admin");
  accountant = await stack.signIn("accountant");
  customer = await stack.signIn("customer");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});

const credit = (): Promise<TestAnswer> => admin.post("/billing/make-transaction", { user: customer.uid, amount: 2000 });

async function paidTopUp(): Promise<string> {
  const { body } = await customer.post("/stripe", { amount: 100 });
  cards.pay(body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
  const { rows } = await stack.platform.db.execute<{ id: string }>(
    sql`select entry_id::text as id from payments where id = ${body.id}`,
  );
  return rows[0]!.id;
}

type Named = { template: string | null };
const settings = {
  name: "Once only",
  categories: ["IAB8"],
  language: "de",
  strategy: "performance",
  pacing: "ahead",
  start_on: "2026-03-02",
  end_on: "2026-03-31",
  destination_url: "https://www.brothaus.example/zopf",
  targeting: {
    locations: [{ kind: "country", id: "country:CH", name: "Switzerland", country: "CH" }],
    devices: ["computer"],
    age_ranges: ["25-34"],
    genders: ["male", "female"],
    parental_statuses: ["parent"],
    environments: ["web"],
    keywords: ["brot"],
  },
};

async function readyCampaign(): Promise<number> {
  await credit();
  return createDraft(stack, customer, { ...settings, total_budget: 500 });
}

/** The months of an exchange's invoices: one for each call. */
const months = ["2026-01", "2026-02"];

/** One for each call about a promotion code. */
const codes = ["A", "B", "C", "D"];
const promotion = {
  amount: 5,
  currency: "CHF",
  first_on: "2026-01-01",
  last_on: "2026-12-31",
  max_redemptions: 10,
  new_customers_only: false,
  min_paid: null,
  note: "",
};

/** How to make each call that moves money; a missing one fails the first test. */
const calls: Partial<Record<EndpointName, () => Promise<ReadyCall>>> = {
  startCardPayment: async () => ({ client: customer, path: "/stripe", body: { amount: 40 } }),
  buyPackage: async () => ({ client: customer, path: "/stripe/package", body: { plan: "starter" } }),
  sendInvoice: async () => ({ client: customer, path: "/billing/send-invoice", body: { planId: "starter" } }),
  makeTransaction: async () => ({
    client: admin,
    path: "/billing/make-transaction",
    body: { user: customer.uid, amount: 7 },
  }),
  setSubscription: async () => ({
    client: admin,
    path: `/admin/users/${customer.uid}/subscription`,
    body: { plan: "starter" },
  }),
  createManualInvoice: async () => ({
    client: admin,
    path: "/billing/admin/manual-invoices",
    body: { user: customer.uid, description: "Poster wall", amount: 9 },
  }),
  changeManualInvoiceStatus: async () => {
    const made = await admin.post("/billing/admin/manual-invoices", { user: customer.uid, plan: "starter" });
    const path = `/billing/admin/manual-invoices/${made.body.id}/change-status`;
    await admin.put(path, { status: "approved" });
    return { client: admin, path, body: { status: "paid" } };
  },
  refundTransaction: async () => ({
    client: admin,
    path: "/billing/admin/transactions/refund",
    body: { transaction: await paidTopUp(), amount: 30 },
  }),
  approveMoney: async () => {
    const asked = await admin.post("/billing/make-transaction", { user: customer.uid, amount: 50000 });
    return { client: accountant, path: `/billing/approvals/${asked.body.approval}/approve` };
  },
  orderBannerSet: async () => {
    const buyer = await stack.signIn("customer");
    await admin.post(`/admin/users/${buyer.uid}/subscription`, { plan: "advanced" });
    await buyer.post("/banner-sets", { brief: "The included set" });
    return { client: buyer, path: "/banner-sets", body: { brief: "A paid set" } };
  },
  launchBulkCampaign: async () => {
    await credit();
    const group = (await admin.get("/user-creatives")).body.find(({ template }: Named) => template === "poster");
    const { body } = await admin.post("/bulk-campaigns", {
      ...settings,
      creative_groups: [group.uuid],
      customers: [{ customer: customer.uid, budget: 500 }],
    });
    const { db, clock, random } = stack.platform;
    const sample = { campaignId: body.pattern, template: "poster", lang: "de" } as const;
    await db.transaction((tx) => fillWithSample(tx, sample, { clock, random }));
    return { client: admin, path: `/bulk-campaigns/${body.id}` };
  },
  changeCampaign: async () => {
    const id = await readyCampaign();
    await customer.post(`/user-campaigns/${id}/activate`);
    return { client: customer, path: `/user-campaigns/${id}`, body: { total_budget: 600 } };
  },
  approveExchangeInvoice: async () => {
    const month = months.shift();
    const csv = `day,currency,impressions,media\n${month}-10,CHF,1000,5.00`;
    const { body } = await accountant.post("/exchange-invoices", { exchange: "one", month, csv });
    const { postings } = (await accountant.get(`/exchange-invoices/${body.id}`)).body;
    return { client: accountant, path: `/exchange-invoices/${body.id}/accept`, body: { postings } };
  },
  undoCampaignChange: async () => {
    const id = await readyCampaign();
    await customer.post(`/user-campaigns/${id}/activate`);
    await customer.put(`/user-campaigns/${id}`, { total_budget: 600 });
    const { body } = await customer.get(`/user-campaigns/${id}/changes`);
    return { client: customer, path: `/user-campaigns/${id}/changes/${body.data[0].id}/undo` };
  },
  createPromotionCode: async () => {
    const code = `ONCE-ONLY-${codes.shift()}`;
    return { client: accountant, path: "/billing/promotion-codes", body: { ...promotion, code } };
  },
  confirmBankEntry: async () => {
    const made = await admin.post("/billing/admin/manual-invoices", { user: customer.uid, plan: "starter" });
    const path = `/billing/admin/manual-invoices/${made.body.id}/change-status`;
    const { invoice } = (await admin.put(path, { status: "approved" })).body;
    const listed = (await customer.get("/billing/invoices?per_page=100")).body.data;
    const amount = listed.find(({ number }: { number: string }) => number === invoice).amount.toFixed(2);
    const [year = 0, sequence = 0] = invoice.match(/\d+/g).map(Number);
    const creditorReference = paymentReference(demoCompany.iban, year, sequence);
    const paid = { kind: "credit", amount, day: "2026-03-01", reference: invoice } as const;
    await upload(accountant, bankFile([{ ...paid, transfers: [{ amount, creditorReference }] }]));
    const [entry] = (await accountant.get(`/bank-entries?search=${invoice}`)).body.data;
    return { client: accountant, path: `/bank-entries/${entry.id}/confirm` };
  },
  redeemPromotionCode: async () => {
    const code = `GIFT-CODE-${codes.shift()}`;
    await accountant.post("/billing/promotion-codes", { ...promotion, code });
    return { client: customer, path: "/billing/promotion-codes/redeem", body: { code } };
  },
  createCustomerPrice: async () => ({
    client: admin,
    path: `/users/${(await stack.signIn("customer")).uid}/customer-prices`,
    body: { cpm_percent: 5, plan_percent: 5, first_on: "2026-03-02", last_on: "2026-03-31", reason: "Loyal" },
  }),
  activateCampaign: async () => ({ client: customer, path: `/user-campaigns/${await readyCampaign()}/activate` }),
};

const effectTables = [
  "ledger_entries",
  "ledger_lines",
  "invoices",
  "payments",
  "card_refunds",
  "manual_invoices",
  "plan_bookings",
  "promotion_codes",
  "promotion_redemptions",
  "customer_prices",
  "money_approvals",
] as const;
type Effects = Record<string, number | string>;

/** The contents of the books, and the requests to the card processor. */
async function effects(): Promise<Effects> {
  const found: Effects = { asked: new Set(cards.asked.map(({ idempotencyKey }) => idempotencyKey)).size };
  for (const table of effectTables) {
    const { rows } = await stack.platform.db.execute<{ count: number }>(
      sql.raw(`select count(*)::int as count from ${table}`),
    );
    found[table] = rows[0]!.count;
  }
  const { rows } = await stack.platform.db.execute<{ sum: string }>(
    sql`select coalesce(sum(abs(amount_micros)), 0)::text as sum from ledger_lines`,
  );
  found.moved = rows[0]!.sum;
  return found;
}

const difference = (before: Effects, after: Effects): Effects =>
  Object.fromEntries(Object.keys(after).map((key) => [key, Number(after[key]) - Number(before[key])]));

test("covers every call of the contract that moves money", () => {
  expect(Object.keys(calls).sort()).toEqual(moving.map(([name]) => name).sort());
});

describe("five concurrent sends of one key have one effect", () => {
  test.for(moving)("%s", async ([name, { method }]) => {
    const verb = method.toLowerCase() as "post" | "put";
    const send = async (ready: ReadyCall, times: number) => {
      const key = { "idempotency-key": `${name}-${times}` };
      const before = await effects();
      const answers = await Promise.all(
        Array.from({ length: times }, () => ready.client[verb](ready.path, ready.body ?? {}, key)),
      );
      return { answers, effect: difference(before, await effects()) };
    };
    const ready = await calls[name]!();
    const once = await send(ready, 1);
    expect(once.answers[0]!.status, once.answers[0]!.text).toBeLessThan(300);
    expect(Object.values(once.effect).some((change) => change !== 0)).toBe(true);
    const again = await calls[name]!();
    const five = await send(again, atOnce);
    expect(five.effect).toEqual(once.effect);
    expect(new Set(five.answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    // A process that died before responding leaves no stored response: there is still one effect.
    await stack.platform.db.execute(sql`delete from idempotency_keys`);
    const late = await send(again, atOnce);
    expect(Object.values(late.effect).every((change) => change === 0)).toBe(true);
  });
});
