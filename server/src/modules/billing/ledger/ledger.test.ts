import { minorOfMicros } from "@litfass/contract/kernel/money";
import { sqlStateOf, type Transaction } from "@litfass/platform/postgres/postgres";
import { Problem } from "@litfass/platform/problem";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { presentBudget } from "../budget.ts";
import { creditManually, topUpByCard } from "./credit.ts";
import { available, LedgerKeyReused, platformAccount } from "./ledger.ts";
import { postEntry, spentOnCampaigns, sumsOf } from "./ledger-sql.ts";
import { consumeSpend } from "./open-spend-sql.ts";
import { releaseReservation } from "./release-reservation.ts";
import { reserveBudget } from "./reserve-budget.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const inTx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => stack.platform.db.transaction(work);
const chf = (units: number): bigint => BigInt(units) * 1_000_000n;

const manual = (ownerUid: string, units: number, key: string) =>
  inTx((tx) => creditManually(tx, { ownerUid, currency: "CHF", amountMicros: chf(units), key }));
const card = (ownerUid: string, units: number, key: string) =>
  inTx((tx) =>
    topUpByCard(tx, {
      ownerUid,
      currency: "CHF",
      amountMicros: chf(units),
      vatMicros: (chf(units) * 81n) / 1000n,
      key,
    }),
  );
const reserve = (ownerUid: string, campaignId: number, units: number, key: string) =>
  inTx((tx) => reserveBudget(tx, { ownerUid, campaignId, currency: "CHF", amountMicros: chf(units), key }));

test("[FIELD-BUDG-001] a new customer's five sums are 0", async () => {
  const budget = presentBudget(await sumsOf(stack.platform.db, "nobody-yet", "CHF"), "CHF");
  expect(budget).toMatchObject({ balance: 0, stripe: 0, total: 0, manual_balance: 0, balance_reserved: 0 });
});

test("[FIELD-BUDG-002] credits 1000 manual and 500 card, a campaign of 600 with 100 spent: total 1500, reserved 500, balance 900", async () => {
  await manual("budget-user", 1000, "b:1");
  await card("budget-user", 500, "b:2");
  await reserve("budget-user", 7001, 600, "b:3");
  const taken = await inTx((tx) => consumeSpend(tx, [{ campaignId: 7001, amountMicros: chf(100) }]));
  expect(taken).toEqual(new Map([[7001, chf(100)]]));
  const budget = presentBudget(await sumsOf(stack.platform.db, "budget-user", "CHF"), "CHF");
  expect(budget).toMatchObject({
    manual_balance: 100_000,
    stripe: 50_000,
    total: 150_000,
    balance_reserved: 50_000,
    balance: 90_000,
    total_formatted: "1'500.00",
  });
  expect(await spentOnCampaigns(stack.platform.db, [7001, 7002])).toEqual(new Map([[7001, chf(100)]]));
});

test("reserves the whole budget from the balance and returns the rest once", async () => {
  await manual("pay-user", 100, "p:1");
  await reserve("pay-user", 7010, 80, "p:2");
  expect(await sumsOf(stack.platform.db, "pay-user", "CHF")).toMatchObject({
    reservedMicros: chf(80),
    availableMicros: chf(20),
  });
  await inTx((tx) => consumeSpend(tx, [{ campaignId: 7010, amountMicros: chf(30) }]));
  const release = () => inTx((tx) => releaseReservation(tx, { campaignId: 7010, key: "p:4" }));
  expect(await release()).toBe(chf(50));
  expect(await release()).toBe(0n);
  expect(await sumsOf(stack.platform.db, "pay-user", "CHF")).toMatchObject({
    reservedMicros: 0n,
    availableMicros: chf(70),
    manualMicros: chf(100),
  });
  expect(await spentOnCampaigns(stack.platform.db, [7010])).toEqual(new Map([[7010, chf(30)]]));
});

test("rejects a reservation above the balance without leaving a trace", async () => {
  await manual("poor-user", 10, "q:1");
  const problem = await reserve("poor-user", 7020, 11, "q:2").catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ status: 422, details: { errors: { total_budget: ["balance.insufficient"] } } });
  expect(await sumsOf(stack.platform.db, "poor-user", "CHF")).toMatchObject({ availableMicros: chf(10) });
});

test("never spends more than is reserved", async () => {
  await manual("spender", 5, "s:1");
  await reserve("spender", 7030, 5, "s:2");
  const spend = (units: number, campaignId = 7030) =>
    inTx((tx) => consumeSpend(tx, [{ campaignId, amountMicros: chf(units) }]));
  expect(await spend(4)).toEqual(new Map([[7030, chf(4)]]));
  expect(await spend(4)).toEqual(new Map([[7030, chf(1)]]));
  expect(await spend(4)).toEqual(new Map());
  expect(await spend(1, 999_999)).toEqual(new Map());
});

test("posts a key once and rejects it with other lines", async () => {
  const first = await manual("twice", 3, "t:1");
  const again = await manual("twice", 3, "t:1");
  expect(again).toEqual({ entryId: first.entryId, posted: false });
  await expect(manual("twice", 4, "t:1")).rejects.toBeInstanceOf(LedgerKeyReused);
  expect((await sumsOf(stack.platform.db, "twice", "CHF")).availableMicros).toBe(chf(3));
});

test("twenty identical concurrent postings create one entry", async () => {
  const posted = await Promise.all(Array.from({ length: 20 }, () => manual("crowd", 3, "crowd:1")));
  expect(posted.filter((each) => each.posted)).toHaveLength(1);
  expect((await sumsOf(stack.platform.db, "crowd", "CHF")).availableMicros).toBe(chf(3));
});

test("concurrent reservations never exceed the balance", async () => {
  await manual("racer", 10, "race:0");
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => reserve("racer", 7100 + index, 3, `race:${index + 1}`)),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(3);
  expect(await sumsOf(stack.platform.db, "racer", "CHF")).toMatchObject({
    availableMicros: chf(1),
    reservedMicros: chf(9),
  });
});

test("rejects lines that do not sum to zero in each currency", async () => {
  const post = (key: string, second: bigint, currency: "CHF" | "EUR") =>
    inTx((tx) =>
      postEntry(tx, {
        key,
        kind: "manual",
        lines: [
          { account: available("odd", "CHF"), amountMicros: 5n },
          { account: platformAccount("manual_credit", currency), amountMicros: second },
        ],
      }),
    );
  expect(sqlStateOf(await post("odd:1", -4n, "CHF").catch((error: unknown) => error))).toBe("LG002");
  expect(sqlStateOf(await post("odd:2", -5n, "EUR").catch((error: unknown) => error))).toBe("LG002");
});

test.each([
  "update ledger_entries set description = 'x'",
  "delete from ledger_entries",
  "update ledger_lines set amount_micros = 1",
  "delete from ledger_lines",
  "truncate ledger_lines",
  "update ledger_accounts set balance_micros = 1",
  "insert into ledger_entries (key, fingerprint, kind, description, details, at) values ('k','f','manual','',  '{}', now())",
])("the app role cannot %s", async (statement) => {
  const error = await stack.platform.db.execute(sql.raw(statement)).catch((caught: unknown) => caught);
  expect(sqlStateOf(error)).toBe("42501");
});

test.each([
  "update ledger_entries set description = 'x'",
  "delete from ledger_lines",
  "truncate ledger_entries cascade",
])("not even the owner of the tables can %s", async (statement) => {
  const { rows } = await stack.platform.db.execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(inject("postgresTemplate"));
  url.pathname = `/${rows[0]!.name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const error = await client.query(statement).catch((caught: unknown) => caught);
  await client.end();
  expect(sqlStateOf(error)).toBe("LG003");
});

test("spent, reserved and available add up to the Rappen while campaigns run and after they end", async () => {
  const ownerUid = "halves";
  await manual(ownerUid, 100, "halves:0");
  const spent = [25_000n, 75_000n, 9_975_000n, 4_999n, 5_000n];
  for (const [index, amountMicros] of spent.entries()) {
    const campaignId = 7200 + index;
    await reserve(ownerUid, campaignId, 10, `halves:${campaignId}`);
    await inTx((tx) => consumeSpend(tx, [{ campaignId, amountMicros }]));
  }
  const addsUp = async (): Promise<number> => {
    const budget = presentBudget(await sumsOf(stack.platform.db, ownerUid, "CHF"), "CHF");
    const used = [...(await spentOnCampaigns(stack.platform.db, [7200, 7201, 7202, 7203, 7204])).values()].map(
      minorOfMicros,
    );
    expect(used).toEqual([3, 8, 998, 0, 1]);
    expect(used.reduce((sum, each) => sum + each, 0) + budget.balance_reserved + budget.balance).toBe(budget.total);
    return budget.balance_reserved;
  };
  expect(await addsUp()).toBe(997 + 992 + 2 + 1000 + 999);
  for (const campaignId of [7200, 7203, 7204]) {
    await inTx((tx) => releaseReservation(tx, { campaignId, key: `halves:${campaignId}:release` }));
    await addsUp();
  }
  for (const campaignId of [7201, 7202]) {
    await inTx((tx) => releaseReservation(tx, { campaignId, key: `halves:${campaignId}:release` }));
  }
  expect(await addsUp()).toBe(0);
});
