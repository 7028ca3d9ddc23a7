import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardServer, startCardServer } from "../../../testing/card-server.ts";
import type { TestClient } from "../../../testing/client.ts";
import { type Stack, startStack } from "../../../testing/stack.ts";

/** `RECONCILED_CAMPAIGNS=100000` is the size of a large installation. */
const campaigns = Number(process.env.RECONCILED_CAMPAIGNS ?? 6_000);

let cards: CardServer;
let stack: Stack;
let accountant: TestClient;
beforeAll(async () => {
  cards = await startCardServer();
  stack = await startStack({ env: cards.env });
  cards.now = () => stack.clock.now();
  accountant = await stack.signIn("accountant");
  await seed();
}, 600_000);
afterAll(async () => {
  await stack.close();
  await cards.close();
});

/** As the owner, and without triggers, which the generated rows do not need. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    await client.query("set session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Campaigns that reserved 500.00 of their owner's money and spent 100.00 of it, as the books and the events have it. */
async function seed(): Promise<void> {
  const entries = (key: string, kind: string): string =>
    `insert into ledger_entries (key, fingerprint, kind, description, details, at)
     select 'scale:${key}:' || n, md5(n::text), '${kind}', 'Scale', jsonb_build_object('campaign', n), now()
     from generate_series(1, ${campaigns}) as n`;
  const lines = (key: string, account: string, micros: number): string =>
    `insert into ledger_lines (entry_id, account_id, currency, amount_micros)
     select e.id, a.id, 'CHF', ${micros} from ledger_entries e join ledger_accounts a on ${account}
     where e.key like 'scale:${key}:%'`;
  await asOwner(
    "insert into ledger_accounts (kind, currency) values ('revenue', 'CHF'), ('manual_credit', 'CHF')",
    `insert into ledger_accounts (kind, owner_uid, campaign_id, currency)
     select 'reserved', 'scale-' || n % 1000, n, 'CHF' from generate_series(1, ${campaigns}) as n`,
    entries("reserve", "reservation"),
    entries("spend", "spend"),
    "analyze ledger_entries, ledger_accounts",
    lines("reserve", "a.campaign_id = (e.details ->> 'campaign')::bigint and a.kind = 'reserved'", 500_000_000),
    lines("reserve", "a.kind = 'manual_credit'", -500_000_000),
    lines("spend", "a.campaign_id = (e.details ->> 'campaign')::bigint and a.kind = 'reserved'", -100_000_000),
    lines("spend", "a.kind = 'revenue'", 100_000_000),
    `update ledger_accounts a set balance_micros = s.micros from (
       select account_id, sum(amount_micros) as micros from ledger_lines group by 1) s
     where s.account_id = a.id and a.owner_uid is not null`,
    `insert into campaign_budgets (campaign_id, budget_micros, spent_micros, even_day_micros)
     select n, 500000000, 100000000, 0 from generate_series(1, ${campaigns}) as n`,
    "analyze",
  );
  await stack.platform.clickhouse.command({
    query: `insert into ad_events (process, sequence, kind, at, campaign_id, charge_micros)
      select 'scale', number, 'impression', toDateTime64('2026-03-02 09:00:00', 3), intDiv(number, 4) + 1, 25000000
      from numbers(${4 * campaigns})`,
  });
}

type Check = { check: string; is_equal: boolean; left: number; rows: { what: string }[]; more: number };

/** A result of PostgreSQL, which adds row by row; the library's types leave that out. */
type GrowingResult = { rows: unknown[]; addRow(row: unknown): void };

/** How many rows the largest result of PostgreSQL has. */
function watchResults(): { largest(): number; stop(): void } {
  const results = pg.Result.prototype as unknown as GrowingResult;
  const { addRow } = results;
  let largest = 0;
  results.addRow = function (this: GrowingResult, row) {
    addRow.call(this, row);
    largest = Math.max(largest, this.rows.length);
  };
  const stop = (): void => {
    results.addRow = addRow;
  };
  return { largest: () => largest, stop };
}

/** Runs a reconciliation, and prints what it took. Returns its checks, and what it needed of this process. */
async function reconcile(): Promise<{ checks: Check[]; heapMb: number; largestResult: number }> {
  const results = watchResults();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 5);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const started = performance.now();
  const { status, body } = await accountant.post("/billing/books/proofs", {});
  const seconds = (performance.now() - started) / 1_000;
  delay.disable();
  clearInterval(sampling);
  results.stop();
  expect(status).toBe(201);
  const heapMb = (most - before) / 2 ** 20;
  console.log(
    `${campaigns} campaigns: ${seconds.toFixed(1)} s, longest pause ${(delay.max / 1e6).toFixed(0)} ms, heap +${heapMb.toFixed(0)} MB`,
  );
  return { checks: body.checks, heapMb, largestResult: results.largest() };
}

test(`reconciles the books of ${campaigns} campaigns in memory that does not grow with them`, async () => {
  const { checks, heapMb, largestResult } = await reconcile();
  expect(checks.filter(({ is_equal }) => !is_equal)).toEqual([]);
  for (const check of ["delivered_spend", "counted_events"])
    expect(checks.find((each) => each.check === check)?.left).toBe(campaigns * 100);
  expect(heapMb).toBeLessThan(60);
  // A page of campaigns: every account in one result would take more memory and time with each campaign.
  expect(largestResult).toBeLessThan(campaigns);
}, 600_000);

test("finds each difference in a large installation, behind the first page too", async () => {
  await asOwner(
    `update campaign_budgets set spent_micros = spent_micros + 25000 where campaign_id > ${campaigns - 120}`,
  );
  const { checks } = await reconcile();
  const differing = checks.filter(({ is_equal }) => !is_equal);
  expect(differing.map(({ check }) => check)).toEqual(["reservations", "delivered_spend", "counted_events"]);
  for (const { rows, more } of differing) expect([rows.length, more]).toEqual([50, 70]);
  expect(differing[2]?.rows[0]?.what).toBe(`campaign ${campaigns - 119}`);
}, 600_000);
