import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../testing/stack.ts";
import { keepPartitions, removeOldDeliveryData } from "./old-data-sql.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack?.close());

/** Days that each table's rows stay, and how to insert a row of an age. */
const tables = {
  frequency_counts: {
    days: 180,
    row: (at: Date, n: number) => sql`(campaign_id, visitor_key, impressions, changed_at) values (${n}, 'v', 1, ${at})`,
  },
  visitor_contacts: {
    days: 180,
    row: (at: Date, n: number) => sql`(visitor_key, owner_uid, met_at) values (${`v${n}`}, 'anna-1', ${at})`,
  },
  placement_visibility: {
    days: 180,
    row: (at: Date, n: number) => sql`(placement, impressions, viewable, changed_at) values (${`p${n}`}, 1, 1, ${at})`,
  },
  leases: {
    days: 90,
    row: (at: Date, n: number) => sql`(campaign_id, process, day_on, granted_micros, expires_at, closed_at)
      values (1, ${`p${n}`}, ${at}::date, 0, ${at}, ${at})`,
  },
  campaign_adjustments: {
    days: 90,
    row: (at: Date, n: number) => sql`(campaign_id, process, minute_at, adjustments, participation_before,
      participation_after, price_factor_before, price_factor_after, reasons) values (${n}, 'p', ${at}, 1, 1, 1, 1, 1, '{}')`,
  },
  // This stack's clock is in a week without a partition.
  adjustment_minutes: {
    days: 90,
    row: (at: Date, n: number) => sql`(campaign_id, minute_at, adjustments, participation_before, participation_after,
      price_factor_before, price_factor_after, reasons) values (${n}, ${at}, 1, 1, 1, 1, 1, '{}')`,
  },
  campaign_funnel: { days: 90, row: (at: Date, n: number) => sql`(campaign_id, hour_at) values (${n}, ${at})` },
  bid_answers: {
    days: 90,
    row: (at: Date, n: number) => sql`(hour_at, answer, chances) values (${at}, ${`a${n}`}, 1)`,
  },
  traffic_samples: {
    days: 8,
    row: (at: Date, n: number) => sql`(process, since_at, until_at, seen, bids, wins, requests)
      values (${`p${n}`}, ${at}, ${at}, 0, 0, 0, '[]')`,
  },
  own_traffic_samples: {
    days: 8,
    row: (at: Date, n: number) => sql`(process, since_at, until_at, seen, bids, wins, requests)
      values (${`p${n}`}, ${at}, ${at}, 0, 0, 0, '[]')`,
  },
  exchange_occurrences: {
    days: 30,
    row: (at: Date, n: number) => sql`(hour_at, exchange, kind, occurrences) values (${at}, ${`e${n}`}, 'too_late', 1)`,
  },
};

test("each kind of delivery data is removed after its days, and not before", async () => {
  const { db, clock } = stack.platform;
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await db.execute(sql`insert into campaign_budgets (campaign_id, budget_micros, even_day_micros) values (1, 1, 1)`);
  for (const [name, { days, row }] of Object.entries(tables)) {
    await db.execute(sql`insert into ${sql.identifier(name)} ${row(ago(days - 1), 1)}`);
    await db.execute(sql`insert into ${sql.identifier(name)} ${row(ago(days + 1), 2)}`);
  }
  expect(await removeOldDeliveryData(db, clock.now())).toBe(Object.keys(tables).length);
  for (const name of Object.keys(tables)) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(name)}`);
    expect([name, rows.length]).toEqual([name, 1]);
  }
  expect(await removeOldDeliveryData(db, clock.now())).toBe(0);
});

test("weeks of adjustments are partitions: the nightly job creates them ahead and drops them after 90 days", async () => {
  const { db, clock, jobs } = stack.platform;
  const partitions = async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select relname as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'adjustment_minutes'::regclass order by 1`);
    return rows.map(({ name }) => name);
  };
  const before = await partitions();
  expect(before.length).toBe(6);
  const owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  // The week that was 90 days ago still has rows to keep, the one before it has none; and the last one ahead is lost.
  const { rows } = await owner.query<{ old: string; recent: string }>(`select
    to_char(date_trunc('week', now() - interval '90 days', 'UTC') at time zone 'UTC' - interval '7 days', 'YYYYMMDD') as old,
    to_char(date_trunc('week', now() - interval '90 days', 'UTC') at time zone 'UTC', 'YYYYMMDD') as recent`);
  const { old = "", recent = "" } = rows[0] ?? {};
  for (const week of [old, recent]) {
    await owner.query(`create table partitions.adjustment_minutes_${week} partition of adjustment_minutes
      for values from ('${week} 00:00:00+00') to (timestamptz '${week} 00:00:00+00' + interval '7 days')`);
  }
  await owner.query(`drop table partitions.${before.at(-2)}`);
  await owner.end();
  const { row } = tables.bid_answers;
  await db.execute(sql`insert into bid_answers ${row(new Date(clock.now().getTime() - 91 * 86_400_000), 3)}`);
  await jobs.send("delivery.forget", {});
  expect(await jobs.drain("delivery.forget")).toBe(1);
  expect((await db.execute(sql`select 1 from bid_answers where answer = 'a3'`)).rows).toEqual([]);
  expect(await partitions()).toEqual([...before, `adjustment_minutes_${recent}`].sort());
  expect(await keepPartitions(db)).toEqual({ created: 0, dropped: 0 });
});

test("an open lease stays, however old it is", async () => {
  const { db, clock } = stack.platform;
  await db.execute(sql`insert into campaign_budgets (campaign_id, budget_micros, even_day_micros) values (2, 1, 1)`);
  await db.execute(sql`insert into leases (campaign_id, process, day_on, granted_micros, expires_at)
    values (2, 'p', '2020-01-01', 0, '2020-01-01')`);
  await removeOldDeliveryData(db, clock.now());
  const { rows } = await db.execute(sql`select 1 from leases where campaign_id = 2`);
  expect(rows).toHaveLength(1);
});
