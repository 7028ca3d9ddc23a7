import { testSnapshot } from "@litfass/adserver/testing/testing-ad-server";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { publishCampaign } from "../../spend/index.ts";
import { bookOpenSpend, consumeSpend } from "../ledger/open-spend-sql.ts";
import { reserveBudget } from "../ledger/reserve-budget.ts";
import { compareEvents } from "./reconcile-events.ts";
import { formatExactly } from "./reconciliation.ts";
import { campaignCheckNames, campaignChecks } from "./reconciliation-campaigns-sql.ts";
import { compareChecks, comparePairs } from "./reconciliation-compare-sql.ts";

let cards: CardServer;
let stack: Stack;
let accountant: TestClient;
let admin: TestClient;
let customer: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  cards.now = () => stack.clock.now();
  accountant = await stack.signIn({ uid: "proof-accountant", role: "accountant" });
  admin = await stack.signIn("admin");
  customer = await stack.signIn("customer");
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});

type Check = { check: string; is_equal: boolean; difference_formatted: string; rows: { what: string }[] };
const prove = async (): Promise<{ id: number; is_equal: boolean; checks: Check[] }> => {
  const { status, body } = await accountant.post("/billing/books/proofs", {});
  expect(status).toBe(201);
  return body;
};
const differing = async (): Promise<string[]> =>
  (await prove()).checks.filter(({ is_equal }) => !is_equal).map(({ check }) => check);

/** Simulates a broken installation: the owner of the tables bypasses every rule. */
async function tamper(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function payByCard(amount: number): Promise<string> {
  const { body } = await customer.post("/stripe", { amount });
  cards.pay(body.checkout_url.split("/").at(-1));
  expect((await customer.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
  return body.id;
}

const campaignId = 4711;
async function startCampaign(): Promise<void> {
  const { db, clock } = stack.platform;
  const money = { ownerUid: customer.uid!, currency: "CHF" as const, amountMicros: 50_000_000n, campaignId };
  const now = clock.now();
  const snapshot = testSnapshot({
    campaignId,
    ownerUid: customer.uid!,
    budgetMicros: "50000000",
    startAt: now.toISOString(),
    endAt: new Date(now.getTime() + 86_400_000).toISOString(),
  });
  await db.transaction(async (tx) => {
    await reserveBudget(tx, { ...money, key: `campaign:${campaignId}:reserve` });
    await publishCampaign(tx, snapshot, now);
    await tx.execute(sql`update campaign_budgets set spent_micros = 25000 where campaign_id = ${campaignId}`);
    await consumeSpend(tx, [{ campaignId, amountMicros: 25_000n }]);
  });
  await storeEvent(1);
}

const storeEvent = (sequence: number) =>
  stack.platform.clickhouse.insert({
    table: "ad_events",
    values: [
      {
        ...{ process: "p", sequence, kind: "impression", at: "2026-03-02 09:00:00.000" },
        ...{ campaign_id: campaignId, charge_micros: 25_000 },
      },
    ],
    format: "JSONEachRow",
  });

test("after payments, refunds, orders, credits and deliveries everything agrees to the micro", async () => {
  await payByCard(1234.56);
  const payment = await payByCard(100);
  const { rows } = await stack.platform.db.execute<{ id: string }>(
    sql`select entry_id::text as id from payments where id = ${payment}`,
  );
  await admin.post("/billing/admin/transactions/refund", { transaction: rows[0]!.id, amount: 33.33 });
  await admin.post("/billing/make-transaction", { user: customer.uid, amount: 77.77 });
  for (const states of [["approved", "paid"], ["approved", "rejected"], ["approved"]]) {
    const order = await admin.post("/billing/admin/manual-invoices", { user: customer.uid, plan: "starter" });
    for (const status of states)
      await admin.put(`/billing/admin/manual-invoices/${order.body.id}/change-status`, { status });
  }
  await startCampaign();
  const proof = await prove();
  expect(proof.checks.filter(({ is_equal }) => !is_equal)).toEqual([]);
  expect(proof.is_equal).toBe(true);
  expect(new Set(proof.checks.map(({ check }) => check)).size).toBe(17);
  expect((await accountant.get(`/billing/books/proofs/${proof.id}`)).body).toEqual(proof);
  expect((await admin.get("/billing/books/proofs")).status).toBe(403);
});

test.each([
  [
    "a line that was changed",
    "update ledger_lines set amount_micros = amount_micros + 1 where account_id = (select id from ledger_accounts where kind = 'manual_credit' limit 1)",
    "update ledger_lines set amount_micros = amount_micros - 1 where account_id = (select id from ledger_accounts where kind = 'manual_credit' limit 1)",
    ["entries_balance"],
  ],
  [
    "a balance that was changed",
    "update ledger_accounts set balance_micros = balance_micros + 1 where kind = 'available'",
    "update ledger_accounts set balance_micros = balance_micros - 1 where kind = 'available'",
    ["balances_follow_entries"],
  ],
  [
    "open spend that was changed",
    "update open_spend set amount_micros = amount_micros + 1",
    "update open_spend set amount_micros = amount_micros - 1",
    ["balances_follow_entries", "delivered_spend"],
  ],
  [
    "a budget that was spent past the ledger",
    "update campaign_budgets set spent_micros = spent_micros + 25000",
    "update campaign_budgets set spent_micros = spent_micros - 25000",
    ["reservations", "delivered_spend", "counted_events"],
  ],
  [
    "a lease that nobody holds",
    "update campaign_budgets set leased_micros = leased_micros + 1",
    "update campaign_budgets set leased_micros = leased_micros - 1",
    ["leases"],
  ],
  [
    "an invoice that vanished",
    "update invoices set sequence = sequence + 1 where sequence = (select max(sequence) from invoices); update invoice_counters set last = last + 1",
    "update invoices set sequence = sequence - 1 where sequence = (select max(sequence) from invoices); update invoice_counters set last = last - 1",
    ["invoice_numbers"],
  ],
  [
    "an invoice over another amount",
    "update invoices set net_micros = net_micros + 10000, gross_micros = gross_micros + 10000 where paid_by = 'card' and kind = 'invoice'",
    "update invoices set net_micros = net_micros - 10000, gross_micros = gross_micros - 10000 where paid_by = 'card' and kind = 'invoice'",
    ["paid_invoices"],
  ],
  [
    "a payment that hangs",
    "insert into payments (id, owner_uid, kind, currency, amount_micros, vat_micros, status, checkout_id, created_at) values ('00000000-0000-4000-8000-000000000001', 'x', 'card', 'CHF', 1, 0, 'pending', 'cs_unknown', '2020-01-01')",
    "delete from payments where checkout_id = 'cs_unknown'",
    ["payments_settled"],
  ],
] as const)("finds %s", async (_what, breaks, repairs, checks) => {
  await tamper(...breaks.split("; "));
  expect(await differing()).toEqual([...checks]);
  await tamper(...repairs.split("; "));
  expect(await differing()).toEqual([]);
});

test("booking what is open changes no figure", async () => {
  const open = async () => (await stack.platform.db.execute(sql`select 1 from open_spend`)).rows.length;
  expect(await open()).toBe(1);
  await stack.platform.db.transaction((tx) => bookOpenSpend(tx, {}));
  expect(await open()).toBe(0);
  expect(await differing()).toEqual([]);
});

test("finds and names money at the processor that the ledger lacks, and mails the accountants once", async () => {
  const mails = () => stack.outbox.filter(({ to }) => to === "proof-accountant@test.example");
  const before = mails().length;
  cards.refunds.push({
    id: "re_by_hand",
    payment_intent: "pi_x",
    amount: 5_000,
    created: Math.floor(stack.clock.now().getTime() / 1000),
    currency: "chf",
    metadata: {},
  } as never);
  const proof = await prove();
  const check = proof.checks.find((each) => each.check === "card_money")!;
  expect(check).toMatchObject({ is_equal: false, difference_formatted: "50.00" });
  expect(check.rows.map(({ what }) => what)).toEqual(["re_by_hand"]);
  await prove();
  expect(mails()).toHaveLength(before + 1);
  expect(mails().at(-1)!.text).toContain("Card money: ledger and processor: CHF");
  expect(mails().at(-1)!.text).toContain(`/admin/proofs?proof=${proof.id}`);
  const { data, meta } = (await accountant.get("/billing/books/proofs?per_page=2")).body;
  expect(data[0]).toMatchObject({ is_equal: false, differing: 1, asked_by: "Test Person" });
  expect(meta.total).toBeGreaterThan(10);
});

test("reports unknown instead of equal if the processor does not answer", async () => {
  cards.isDown = true;
  const { checks, is_equal } = await prove();
  cards.isDown = false;
  expect(is_equal).toBe(false);
  expect(checks.find(({ check }) => check === "card_money")).toMatchObject({ is_equal: false, is_unknown: true });
});

test("after the event store was lost, an operator accepts it, and the reconciliation counts from there on", async () => {
  const { clickhouse, db } = stack.platform;
  const others = await differing();
  await clickhouse.command({ query: "truncate table ad_events" });
  expect((await differing()).sort()).toEqual([...others, "counted_events"].sort());
  const operator = await stack.signIn("super_admin");
  const accept = async (): Promise<string> => {
    const { text } = await operator.get("//~artisan", { accept: "text/html" });
    const token = /name="_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    const form = new URLSearchParams({ _token: token, command: "events:accept-loss" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded", cookie: `XSRF-TOKEN=${token}` };
    return (await operator.post("//~artisan", form, { accept: "text/html", ...headers })).text;
  };
  const mails = () => stack.outbox.filter(({ to }) => to === "proof-accountant@test.example");
  const before = mails().length;
  expect(await accept()).toContain("1 campaign has missing events");
  // Accountants learn what one person accepts without them.
  expect(mails()).toHaveLength(before + 1);
  expect(mails().at(-1)!.text).toContain("0.025");
  const { rows: entries } = await db.execute<{ details: { description: string }; actor_uid: string }>(
    sql`select details, actor_uid from audit_entries where command = 'billing.record_event_losses'`,
  );
  expect(entries).toEqual([
    { details: expect.objectContaining({ description: "CHF 0.025; campaigns: 1" }), actor_uid: operator.uid },
  ]);
  expect(await differing()).toEqual(others);
  expect(await accept()).toContain("0 campaigns have missing events");
  expect(mails()).toHaveLength(before + 1);
  const { rows } = await db.execute(sql`select campaign_id::int as campaign, micros::int as micros from event_losses`);
  expect(rows).toEqual([{ campaign: campaignId, micros: 25_000 }]);
  await expect(db.execute(sql`update event_losses set micros = 1`)).rejects.toThrow();
  await storeEvent(2);
  expect((await differing()).sort()).toEqual([...others, "counted_events"].sort());
  await clickhouse.command({ query: "truncate table ad_events" });
  expect(await differing()).toEqual(others);
});

test("stored reconciliation results cannot be changed", async () => {
  await expect(stack.platform.db.execute(sql`update proofs set is_equal = true`)).rejects.toThrow();
  await expect(stack.platform.db.execute(sql`delete from proofs`)).rejects.toThrow();
});

test("finds errors that cancel out in the sums, and stores the first 50", async () => {
  const pairs = sql`select 'account ' || n as what, c.currency, n as "left", n + d as "right"
    from (values ('CHF', 1, 1), ('CHF', 2, -1), ('CHF', 3, 0)) as c (currency, n, d)
    union all select 'account ' || n, 'EUR', 1, 2 from generate_series(1, 120) as n`;
  const [francs, euros] = await comparePairs(stack.platform.db, "reservations", pairs);
  expect(francs).toEqual({
    ...{ check: "reservations", currency: "CHF", left: 6n, right: 6n, more: 0 },
    rows: [
      { what: "account 1", left: 1n, right: 2n },
      { what: "account 2", left: 2n, right: 1n },
    ],
  });
  expect(euros).toMatchObject({ currency: "EUR", left: 120n, right: 240n, more: 70 });
  expect(euros!.rows.map(({ what }) => what)).toEqual(Array.from({ length: 50 }, (_, at) => `account ${at + 1}`));
});

test("differences are shown with exact figures", () => {
  expect([1n, -1n, 10_000n, 1_234_567_890_123n, -25_000n].map(formatExactly)).toEqual([
    "0.000001",
    "-0.000001",
    "0.01",
    "1'234'567.890123",
    "-0.025",
  ]);
});

test("events in progress are not a difference, a duplicated or lost one is", async () => {
  const rows = async (charged: bigint, before: bigint, after: bigint, unsettled: bigint) => {
    const settled = [before, after].map((micros) => [{ campaignId: 1, currency: "CHF" as const, micros }]);
    const compared = await compareEvents({
      charges: async () => new Map([[1, charged]]),
      unsettledMicros: async () => unsettled,
      settled: async () => settled.shift()!,
    });
    return compared.flatMap((each) => each.rows);
  };
  expect(await rows(50n, 50n, 50n, 0n)).toEqual([]);
  expect(await rows(55n, 50n, 60n, 0n)).toEqual([]);
  expect(await rows(55n, 50n, 50n, 5n)).toEqual([]);
  expect(await rows(56n, 50n, 50n, 5n)).toEqual([{ what: "campaign 1", left: 56n, right: 55n }]);
  expect(await rows(49n, 50n, 50n, 5n)).toEqual([{ what: "campaign 1", left: 49n, right: 50n }]);
});

test.each([1, 2, 3, 7, 100])("compares each campaign once, in pages of %i", async (limit) => {
  const spent = new Map([1, 2, 3, 5, 8, 9].map((id) => [id, BigInt(id)]));
  const charged = new Map([2, 3, 4, 5, 8, 11].map((id) => [id, BigInt(id)]));
  const page = (all: Map<number, bigint>, after: number, until: number, most: number) =>
    [...all].filter(([id]) => id > after && id <= until).slice(0, most);
  const [compared] = await compareEvents(
    {
      charges: async ({ after, limit: most }) => new Map(page(charged, after, Number.POSITIVE_INFINITY, most)),
      unsettledMicros: async () => 0n,
      settled: async ({ after, until = Number.POSITIVE_INFINITY, limit: most }) =>
        page(spent, after, until, most).map(([campaignId, micros]) => ({ campaignId, currency: "CHF", micros })),
    },
    limit,
  );
  expect(compared).toMatchObject({ left: 33n, right: 28n });
  expect(compared!.rows.map(({ what }) => what).sort()).toEqual([1, 4, 9, 11].map((id) => `campaign ${id}`).sort());
});

test("a refund that the card declines is paid by bank once, with its own entry, and the books agree again", async () => {
  const before = await differing();
  await payByCard(200);
  const { data: moved } = (await admin.get(`/users/${customer.uid}/transactions?per_page=100`)).body;
  const row = moved.find(
    ({ kind, amount }: { kind: string; amount: number }) => kind === "card_top_up" && amount === 200,
  );
  cards.refusesRefunds = true;
  const refund = await admin.post("/billing/admin/transactions/refund", { transaction: row.id, amount: 50 });
  cards.refusesRefunds = false;
  expect(refund.status).toBe(200);
  stack.clock.advance(60_000);
  expect(await differing()).toEqual(expect.arrayContaining(["card_money", "payments_settled"]));
  const list = async () => (await accountant.get("/billing/admin/refused-refunds")).body;
  const { data, meta } = await list();
  expect(meta.total).toBe(1);
  expect(data[0]).toMatchObject({
    user: customer.uid,
    amount: 54.05,
    currency: "CHF",
    reason: "The card account is closed.",
    credit_note: refund.body.credit_note,
  });
  const balance = (await customer.get("/billing/budget")).body;
  const pay = (by: TestClient, id: string) => by.post(`/billing/admin/refused-refunds/${id}/paid-by-bank`, {});
  expect((await pay(customer, data[0].id)).status).toBe(403);
  expect((await pay(accountant, "00000000-0000-4000-8000-000000000000")).status).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => pay(accountant, data[0].id)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await list()).meta.total).toBe(0);
  const { rows } = await stack.platform.db.execute(sql`
    select a.kind, l.amount_micros::text as micros from ledger_entries e join ledger_lines l on l.entry_id = e.id
    join ledger_accounts a on a.id = l.account_id where e.kind = 'refund_by_bank' order by a.kind`);
  expect(rows).toEqual([
    { kind: "bank", micros: "54050000" },
    { kind: "card_clearing", micros: "-54050000" },
  ]);
  expect((await customer.get("/billing/budget")).body).toEqual(balance);
  expect(await differing()).toEqual(before);
  const done = await stack.platform.db.execute(
    sql`select id from card_refunds where state = 'asked' or state = 'done'`,
  );
  for (const { id } of done.rows) expect((await pay(accountant, String(id))).status).toBe(409);
});

test("counts the whole budget of a campaign in review, which is reserved but unknown to delivery", async () => {
  const differing = async (started: { id: number; micros: number } | null): Promise<string[]> => {
    const sources = {
      campaignMoney: sql`select 0::bigint as campaign_id, 0 as budget, 0 as spent, 0 as leased, 0 as held where false`,
      startedBudgets: sql`select ${started?.id ?? 0}::bigint as campaign_id, ${started?.micros ?? 0}::bigint as budget
        where ${started !== null}`,
    };
    const compared = await compareChecks(stack.platform.db, campaignCheckNames, campaignChecks(sources));
    return compared.filter(({ rows }) => rows.some(({ what }) => what === "campaign 815")).map(({ check }) => check);
  };
  await tamper(
    "insert into ledger_accounts (kind, owner_uid, campaign_id, currency, balance_micros) values ('reserved', 'x', 815, 'CHF', 300)",
  );
  expect(await differing({ id: 815, micros: 300 })).toEqual([]);
  expect(await differing({ id: 815, micros: 200 })).toEqual(["reservations"]);
  expect(await differing(null)).toEqual(["reservations"]);
});
