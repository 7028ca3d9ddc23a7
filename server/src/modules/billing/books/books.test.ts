import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { updateUser } from "../../users/index.ts";
import { consumeSpend } from "../ledger/open-spend-sql.ts";
import { reserveBudget } from "../ledger/reserve-budget.ts";

let cards: CardServer;
let stack: Stack;
let accountant: TestClient;
let admin: TestClient;
let swiss: TestClient;
let german: TestClient;
const period = "from=2026-01-01&to=2026-12-31";

beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  accountant = await stack.signIn("accountant");
  admin = await stack.signIn("admin");
  swiss = await stack.signIn("customer");
  german = await stack.signIn("customer");
  await updateUser(stack.platform.db, german.uid!, { countryCode: "DE", vatNumber: "DE123456789" }, stack.clock.now());
  for (const [client, amount] of [
    [swiss, 1_000],
    [swiss, 200],
    [german, 500],
  ] as const)
    await pay(client, amount);
  const { rows } = await stack.platform.db.execute<{ id: string }>(sql`
    select entry_id::text as id from payments where amount_micros = 200000000`);
  await admin.post("/billing/admin/transactions/refund", { transaction: rows[0]!.id, amount: 50 });
  await admin.post("/billing/make-transaction", { user: swiss.uid, amount: 30, description: '=1+1,"x"' });
  await deliver(swiss, 1, "CHF", 600_000_000n, "2026-03-31T21:59:59Z", 100_012_345n);
  await deliver(swiss, 2, "CHF", 200_000_000n, "2026-03-31T22:00:00Z", 40_000_000n);
  await deliver(german, 3, "EUR", 300_000_000n, "2026-04-10T12:00:00Z", 75_000_000n);
});
afterAll(async () => {
  await stack.close();
  await cards.close();
});

async function pay(client: TestClient, amount: number): Promise<void> {
  const { body } = await client.post("/stripe", { amount });
  cards.pay(body.checkout_url.split("/").at(-1));
  expect((await client.patch(`/stripe/${body.id}`)).body.status).toBe("succeeded");
}

async function deliver(
  client: TestClient,
  id: number,
  currency: "CHF" | "EUR",
  budget: bigint,
  at: string,
  spent: bigint,
) {
  await stack.platform.db.transaction(async (tx) => {
    const campaign = { campaignId: 900 + id, ownerUid: client.uid!, currency, key: `reserve:${id}` };
    await reserveBudget(tx, { ...campaign, amountMicros: budget, at: new Date("2026-03-10T10:00:00Z") });
    await consumeSpend(tx, [{ campaignId: 900 + id, amountMicros: spent }], new Date(at));
  });
}

const operatorSum = async (kind: string, currency: string): Promise<number> => {
  const { rows } = await stack.platform.db.execute<{ sum: string }>(sql`
    select coalesce(sum(m.amount_micros), 0) as sum from ledger_movements m join ledger_accounts a on a.id = m.account_id
    where a.kind = ${kind} and a.currency = ${currency}`);
  return Number(rows[0]!.sum);
};

test("recognizes revenue in the Zurich month of delivery, equal to the ledger's revenue account", async () => {
  const { body } = await accountant.get(`/billing/books?${period}`);
  expect(
    body.revenue.map((row: { month: string; currency: string; amount_formatted: string }) => [
      row.month,
      row.currency,
      row.amount_formatted,
    ]),
  ).toEqual([
    ["2026-03", "CHF", "100.01"],
    ["2026-04", "CHF", "40.00"],
    ["2026-04", "EUR", "75.00"],
  ]);
  for (const { currency, amount } of body.revenue_total)
    expect(Math.round((await operatorSum("revenue", currency)) / 10_000) / 100).toBe(amount);
  const march = (await accountant.get("/billing/books?from=2026-03-01&to=2026-03-31")).body;
  expect(march.revenue_total).toMatchObject([{ currency: "CHF", amount: 100.01 }]);
});

test("open balances equal the customers' money at the end of any day", async () => {
  const { body } = await accountant.get(`/billing/books?${period}`);
  const { rows } = await stack.platform.db.execute<{ currency: string; total: number }>(sql`
    select currency, round(sum(balance_micros) / 1000000.0, 2)::float8 as total from ledger_accounts where owner_uid is not null
    group by currency order by currency`);
  expect(
    body.balances.map(({ currency, total }: { currency: string; total: number }) => ({ currency, total })),
  ).toEqual(rows);
  expect(body.largest_balances.map(({ user }: { user: string }) => user)).toEqual([swiss.uid, german.uid]);
  const early = (await accountant.get("/billing/books?from=2026-01-01&to=2026-03-01")).body;
  expect(early.balances).toEqual([]);
});

test("VAT by country, currency and rate equals the invoices and the ledger's VAT account", async () => {
  const { body } = await accountant.get("/billing/books?from=2026-01-01&to=2026-03-31");
  expect(body.vat).toMatchObject([
    { country: "CH", currency: "CHF", rate: 810, invoices: 2, credit_notes: 1, net: 1150, vat: 93.15 },
    { country: "DE", currency: "EUR", rate: 0, invoices: 1, credit_notes: 0, net: 500, vat: 0 },
  ]);
  expect(await operatorSum("vat", "CHF")).toBe(9_315 * 10_000);
  expect((await accountant.get("/billing/books?from=2026-04-01&to=2026-06-30")).body.vat).toEqual([]);
});

test("the journal's debits equal its credits and match the ledger account by account", async () => {
  const csv = await accountant.get(`/billing/books/journal?${period}`);
  expect(csv.headers["content-type"]).toContain("text/csv");
  const [head, ...lines] = csv.text.replace("\uFEFF", "").trim().split("\r\n");
  expect(head).toBe(
    '"Date","Entry","Text","Account","Account name","Customer","Currency","Debit","Credit","Invoice","Campaign"',
  );
  const sums = new Map<string, number>();
  for (const line of lines) {
    const cells = [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map((match) =>
      (match[1] ?? "").replace(/^"|"$/g, ""),
    );
    const micros = (text: string) => Math.round(Number(text) * 1_000_000);
    const amount = micros(cells[8] ?? "") - micros(cells[7] ?? "");
    for (const key of [`${cells[6]}`, `${cells[3]} ${cells[6]}`]) sums.set(key, (sums.get(key) ?? 0) + amount);
  }
  expect([sums.get("CHF"), sums.get("EUR")]).toEqual([0, 0]);
  for (const [number, kind] of [
    ["3400", "revenue"],
    ["2200", "vat"],
    ["1090", "card_clearing"],
    ["3805", "manual_credit"],
  ] as const)
    expect(sums.get(`${number} CHF`)).toBe(await operatorSum(kind, "CHF"));
  expect(csv.text).toContain(`"Credit added by us: =1+1,""x"""`);
  const xlsx = await accountant.get(`/billing/books/journal?${period}&format=xlsx`, { "accept-language": "de" });
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");
});

test("accepts periods of at most a year, and only roles that may read the books", async () => {
  for (const wrong of ["from=2026-02-01&to=2026-01-01", "from=2024-01-01&to=2026-01-01", "from=x&to=2026-01-01"]) {
    expect((await accountant.get(`/billing/books?${wrong}`)).status).toBe(422);
    expect((await accountant.get(`/billing/books/journal?${wrong}`)).status).toBe(422);
  }
  expect((await swiss.get(`/billing/books?${period}`)).status).toBe(403);
  expect((await admin.get(`/billing/books?${period}`)).status).toBe(403);
});
