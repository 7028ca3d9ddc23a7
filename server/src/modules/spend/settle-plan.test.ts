import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { accrueMediaCost, consumeSpend } from "../billing/index.ts";
import { settleSpend } from "./index.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.close());

const campaigns = 20_000;

test("settling reads the lease and the accounts of its campaign, not all of an installation's", async () => {
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  await owner.query(`set session_replication_role = replica;
    insert into leases (campaign_id, process, day_on, granted_micros, expires_at)
    select id, 'p', '2026-03-02', 1000000, '2026-03-02' from generate_series(1, ${campaigns}) id;
    insert into ledger_accounts (kind, owner_uid, campaign_id, currency, balance_micros)
    select 'reserved', 'customer-' || id, id, 'CHF', 1000000 from generate_series(1, ${campaigns}) id;
    analyze leases; analyze ledger_accounts`);
  const { rows: leases } = await owner.query<{ id: string }>("select id from leases where campaign_id = 77");
  await owner.end();
  const scanned = await stack.platform.db.transaction(async (tx) => {
    const perLease = [
      { leaseId: leases[0]?.id ?? "", campaignId: 77, amountMicros: 1000n },
      { leaseId: "no lease", campaignId: 78, amountMicros: 1000n },
    ];
    await settleSpend(tx, { process: "p", batch: "p:0:1", perLease });
    await consumeSpend(tx, [{ campaignId: 77, amountMicros: 1000n }]);
    await accrueMediaCost(tx, [{ exchange: "one", currency: "CHF", amountMicros: 500n, impressions: 1 }]);
    const { rows } = await tx.execute<{ relname: string; rows_scanned: number }>(sql`
      select relname, seq_tup_read::int as rows_scanned from pg_stat_xact_user_tables
      where relname in ('leases', 'ledger_accounts') order by relname`);
    return rows;
  });
  expect(scanned).toEqual([
    { relname: "leases", rows_scanned: 0 },
    { relname: "ledger_accounts", rows_scanned: 0 },
  ]);
  const { rows } = await stack.platform.db.execute(sql`
    select balance_micros::int as balance from ledger_accounts where campaign_id = 77`);
  expect(rows).toEqual([{ balance: 999_000 }]);
});
