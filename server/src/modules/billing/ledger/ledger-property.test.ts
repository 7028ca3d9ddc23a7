import { randomInt } from "node:crypto";
import { microsOfMinor, minorLeftOfMicros } from "@litfass/contract/kernel/money";
import type { Transaction } from "@litfass/platform/postgres/postgres";
import { Problem } from "@litfass/platform/problem";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../../testing/stack.ts";
import { creditManually, creditSubsidy, topUpByCard } from "./credit.ts";
import { bookOpenSpend, consumeSpend } from "./open-spend-sql.ts";
import { releaseReservation } from "./release-reservation.ts";
import { reserveBudget } from "./reserve-budget.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const operationsPerRun = 500;
const runs = process.env.FAULT_RUNS ? 20 : 8;

const operation = fc.record({
  what: fc.constantFrom("manual", "subsidy", "card", "reserve", "spend", "spend", "spend", "book", "release"),
  owner: fc.integer({ min: 0, max: 3 }),
  campaign: fc.integer({ min: 0, max: 5 }),
  amountMicros: fc.bigInt({ min: 1n, max: 20_000_000n }),
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** The expected state of the ledger, in plain numbers. */
type Model = { available: Map<string, bigint>; reserved: Map<number, bigint>; revenue: bigint };

const add = <K>(map: Map<K, bigint>, key: K, amount: bigint): void => void map.set(key, (map.get(key) ?? 0n) + amount);

/** Runs one operation on the ledger and on the model. */
async function run(tx: Transaction, model: Model, each: Operation, key: string, base: number): Promise<void> {
  const ownerUid = `owner-${base}-${each.owner}`;
  const campaignId = base * 100 + each.owner * 10 + each.campaign;
  const { amountMicros } = each;
  const credit = { ownerUid, currency: "CHF", amountMicros, key } as const;
  if (each.what === "manual") await creditManually(tx, credit);
  if (each.what === "subsidy") await creditSubsidy(tx, credit);
  if (each.what === "card") await topUpByCard(tx, { ...credit, vatMicros: amountMicros / 12n });
  if (["manual", "subsidy", "card"].includes(each.what)) add(model.available, ownerUid, amountMicros);
  if (each.what === "reserve") {
    await reserveBudget(tx, { ...credit, campaignId });
    add(model.available, ownerUid, -amountMicros);
    add(model.reserved, campaignId, amountMicros);
  }
  if (each.what === "spend") {
    const left = model.reserved.get(campaignId) ?? 0n;
    const expected = amountMicros < left ? amountMicros : left;
    // Hours go back and forth, as those of late batches do.
    const at = new Date(Date.UTC(2026, 2, 2, Number(amountMicros % 24n)));
    const taken = await consumeSpend(tx, [{ campaignId, amountMicros }], at);
    expect(taken.get(campaignId) ?? 0n).toBe(expected);
    add(model.reserved, campaignId, -expected);
    model.revenue += expected;
  }
  if (each.what === "book") await bookOpenSpend(tx, { before: new Date(Date.UTC(2026, 2, 2, 12)), limit: 3 });
  if (each.what === "release") {
    const left = model.reserved.get(campaignId) ?? 0n;
    const returned = microsOfMinor(minorLeftOfMicros(left));
    expect(await releaseReservation(tx, { campaignId, key })).toBe(returned);
    add(model.reserved, campaignId, -left);
    add(model.available, ownerUid, returned);
    model.revenue += left - returned;
  }
}

test("thousands of random operations: sums to zero, no negative customer account, replay equals balances", async () => {
  const seed = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31 - 1));
  console.log(`ledger property test: seed ${seed}`);
  let base = 0;
  let done = 0;
  let refused = 0;
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: operationsPerRun, maxLength: operationsPerRun }),
    async (operations) => {
      base += 1;
      const model: Model = { available: new Map(), reserved: new Map(), revenue: 0n };
      for (const [index, each] of operations.entries()) {
        const key = `run:${base}:${index}`;
        const enough = (model.available.get(`owner-${base}-${each.owner}`) ?? 0n) >= each.amountMicros;
        const outcome = await stack.platform.db
          .transaction((tx) => run(tx, model, each, key, base))
          .then(
            () => "done",
            (error: unknown) => error,
          );
        done += 1;
        if (outcome === "done") continue;
        expect(outcome).toBeInstanceOf(Problem);
        expect({ what: each.what, enough }).toEqual({ what: "reserve", enough: false });
        refused += 1;
      }
      await expectWhole(model, base);
    },
  );
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  console.log(`ledger property test: ${done} operations, ${refused} refused for want of money`);
  expect(done).toBe(operationsPerRun * runs);
}, 600_000);

/** Checks that the ledger is consistent and equals the model. */
async function expectWhole(model: Model, base: number): Promise<void> {
  const { db } = stack.platform;
  const unbalanced = await db.execute(sql`
    select entry_id from ledger_lines group by entry_id, currency having sum(amount_micros) <> 0`);
  expect(unbalanced.rows).toEqual([]);
  const hours = await db.execute<{ entries: number; hours: number }>(sql`
    select count(*)::int as entries, count(distinct (details, date_bin('1 hour', at, 'epoch')))::int as hours
    from ledger_entries where kind = 'spend'`);
  expect(hours.rows[0]?.entries).toBe(hours.rows[0]?.hours);
  const outOfStep = await db.execute(sql`
    select a.id from ledger_accounts a left join ledger_movements l on l.account_id = a.id
    where a.owner_uid is not null group by a.id having a.balance_micros <> coalesce(sum(l.amount_micros), 0)`);
  expect(outOfStep.rows).toEqual([]);
  const accounts = await db.execute<{ kind: string; owner_uid: string; campaign_id: string; balance: string }>(sql`
    select kind, owner_uid, campaign_id, balance_micros as balance from ledger_accounts
    where owner_uid like ${`owner-${base}-%`}`);
  for (const row of accounts.rows) {
    const balance = BigInt(row.balance);
    expect(balance >= 0n).toBe(true);
    const expected =
      row.kind === "available" ? model.available.get(row.owner_uid) : model.reserved.get(Number(row.campaign_id));
    expect(balance).toBe(expected ?? 0n);
  }
}
