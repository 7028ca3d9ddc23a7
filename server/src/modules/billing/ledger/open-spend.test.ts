import type { Transaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { accruedFor } from "../payouts/accrued-sql.ts";
import { runBookSpend } from "./book-spend.ts";
import { creditManually } from "./credit.ts";
import { spentOnCampaigns, sumsOf } from "./ledger-sql.ts";
import { accrueMediaCost, bookOpenSpend, consumeSpend } from "./open-spend-sql.ts";
import { releaseReservation } from "./release-reservation.ts";
import { reserveBudget } from "./reserve-budget.ts";

let stack: Stack;
const now = new Date("2026-03-02T09:30:00.000Z");
beforeAll(async () => {
  stack = await startStack({ now });
});
afterAll(() => stack.close());

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
const inTx = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => stack.platform.db.transaction(work);
const spend = (campaignId: number, amountMicros: bigint, time: string) =>
  inTx((tx) => consumeSpend(tx, [{ campaignId, amountMicros }], at(time)));
const book = () => runBookSpend(stack.app.services.execute);

async function started(campaignId: number, amountMicros = 100n): Promise<string> {
  const ownerUid = `owner-${campaignId}`;
  const money = { ownerUid, currency: "CHF", amountMicros } as const;
  await inTx(async (tx) => {
    await creditManually(tx, { ...money, key: `credit:${campaignId}` });
    await reserveBudget(tx, { ...money, campaignId, key: `reserve:${campaignId}` });
  });
  return ownerUid;
}

/** Entries of a campaign's spend as `hour amount`. */
async function entriesOf(campaignId: number): Promise<string[]> {
  const { rows } = await stack.platform.db.execute<{ entry: string }>(sql`
    select to_char(e.at at time zone 'UTC', 'HH24:MI:SS') || ' ' || l.amount_micros as entry from ledger_accounts a
    join ledger_lines l on l.account_id = a.id join ledger_entries e on e.id = l.entry_id
    where a.kind = 'reserved' and a.campaign_id = ${campaignId} and e.kind = 'spend' order by e.id`);
  return rows.map(({ entry }) => entry);
}

test("spend counts at once, and is one entry per campaign and hour after the hour", async () => {
  const ownerUid = await started(1);
  await started(2);
  await spend(1, 10n, "07:59:59");
  for (const time of ["08:00:00", "08:10:00", "08:59:59"]) await spend(1, 5n, time);
  await spend(2, 7n, "08:30:00");
  await spend(1, 1n, "09:05:00");
  expect((await sumsOf(stack.platform.db, ownerUid, "CHF")).reservedMicros).toBe(74n);
  expect(await spentOnCampaigns(stack.platform.db, [1, 2])).toEqual(
    new Map([
      [1, 26n],
      [2, 7n],
    ]),
  );
  expect(await entriesOf(1)).toEqual([]);
  expect(await book()).toBe(3);
  expect(await entriesOf(1)).toEqual(["07:59:59 -10", "08:59:59 -15"]);
  expect(await entriesOf(2)).toEqual(["08:30:00 -7"]);
  expect(await book()).toBe(0);
  expect((await sumsOf(stack.platform.db, ownerUid, "CHF")).reservedMicros).toBe(74n);
});

test("what is settled late goes to an hour that is not booked yet", async () => {
  await started(3);
  await spend(3, 1n, "08:59:00");
  await book();
  // By a process that stopped for a while, or whose clock is late.
  await spend(3, 2n, "08:59:30");
  await spend(3, 3n, "07:00:00");
  expect(await book()).toBe(0);
  stack.clock.advance(3_600_000);
  expect(await book()).toBe(2);
  stack.clock.advance(-3_600_000);
  expect(await entriesOf(3)).toEqual(["08:59:00 -1", "09:00:00 -5"]);
});

test("a release books first what is open, also of the present hour", async () => {
  await started(4, 1_000_000n);
  await spend(4, 400_000n, "09:29:00");
  expect(await inTx((tx) => releaseReservation(tx, { campaignId: 4, key: "release:4", at: now }))).toBe(600_000n);
  expect(await entriesOf(4)).toEqual(["09:29:00 -400000"]);
  expect(await spend(4, 1n, "09:30:00")).toEqual(new Map());
});

test("media cost is due to its payee at once, until the end of a month too", async () => {
  const cost = { exchange: "late-exchange", currency: "CHF", amountMicros: 5n, impressions: 2 } as const;
  // The last and the first second of months in Zurich.
  await inTx((tx) => accrueMediaCost(tx, [cost, cost], new Date("2026-02-28T22:59:59Z")));
  await inTx((tx) => accrueMediaCost(tx, [cost], new Date("2026-02-28T23:00:00Z")));
  const due = async () =>
    (await accruedFor(stack.platform.db, "late-exchange", new Date("2026-02-28T23:00:00Z"))).get("CHF");
  expect(await due()).toBe(10n);
  await book();
  expect(await due()).toBe(10n);
  const { rows } = await stack.platform.db.execute<{ details: unknown }>(
    sql`select details from ledger_entries where key = 'media:late-exchange:CHF:hour:2026-02-28T22'`,
  );
  expect(rows).toEqual([{ details: { exchange: "late-exchange", impressions: 4 } }]);
});

test("an hour cannot be booked twice, and open spend is changed by the ledger's functions only", async () => {
  await started(5);
  await spend(5, 1n, "08:00:00");
  await book();
  // As if the marker of booked hours were lost.
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  try {
    await owner.query("update ledger_accounts set booked_until = null where campaign_id = 5");
  } finally {
    await owner.end();
  }
  await spend(5, 2n, "08:30:00");
  await expect(inTx((tx) => bookOpenSpend(tx, { campaignId: 5 }))).rejects.toMatchObject({ cause: { code: "23505" } });
  for (const statement of [
    "update open_spend set amount_micros = 1",
    "delete from open_spend",
    "truncate open_spend",
  ]) {
    await expect(stack.platform.db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
  }
});
