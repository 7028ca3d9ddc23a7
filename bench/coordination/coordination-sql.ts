import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import type pg from "pg";

/** Live snapshots and budgets of campaigns 1 to `count`, all like `snapshot`, older than any later read of changes. */
export async function seedCampaigns(client: pg.Client, count: number, snapshot: CampaignSnapshot): Promise<void> {
  // Without the trigger that notes the transaction, so that running copies do not read them as changes.
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into campaign_snapshots (campaign_id, version, is_live, payload, published_at, changed_by)
    select id, 1, true, $2::jsonb || jsonb_build_object('campaignId', id), now(), '3'::xid8 from generate_series(1, $1::int) id`,
    [count, JSON.stringify(snapshot)],
  );
  await client.query(
    `insert into campaign_budgets (campaign_id, budget_micros, even_day_micros)
    select id, $2::bigint, $2::bigint / 30 from generate_series(1, $1::int) id`,
    [count, snapshot.budgetMicros],
  );
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze");
}

/** The database's own counters so far. */
export type Counters = {
  /** Bytes of the write-ahead log. */
  walBytes: number;
  inserted: number;
  updated: number;
};

/** Rows are those of `tables`, as connections report them at their end. */
export async function readCounters(client: pg.Client, tables: readonly string[]): Promise<Counters> {
  await client.query("select pg_stat_clear_snapshot()");
  const { rows } = await client.query<Record<keyof Counters, string>>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as "walBytes",
      (select coalesce(sum(n_tup_ins), 0) from pg_stat_user_tables where relname = any($1)) as inserted,
      (select coalesce(sum(n_tup_upd), 0) from pg_stat_user_tables where relname = any($1)) as updated`,
    [tables],
  );
  const [row] = rows;
  return {
    walBytes: Number(row?.walBytes),
    inserted: Number(row?.inserted),
    updated: Number(row?.updated),
  };
}

/** Bytes of a table with its indexes. */
export async function tableBytes(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(pg_total_relation_size(relid)) as bytes from pg_stat_user_tables where relname = $1",
    [table],
  );
  return Number(rows[0]?.bytes);
}

/** Bytes of all live snapshots as they are sent. */
export async function snapshotBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    "select sum(length(payload::text)) as bytes from campaign_snapshots where is_live",
  );
  return Number(rows[0]?.bytes);
}

/** Empties what a step has written, so that the next one starts alike. */
export async function clearDelivery(client: pg.Client): Promise<void> {
  await client.query("truncate leases, adjustment_minutes, campaign_funnel, delivery_processes");
  await client.query(
    "update campaign_budgets set leased_micros = 0, day_granted_micros = 0, day_on = null where day_on is not null",
  );
  await client.query("vacuum campaign_budgets");
  // Reported now, so that the next step is not charged with it.
  await client.query("select pg_stat_force_next_flush()");
}
