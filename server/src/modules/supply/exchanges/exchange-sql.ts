import { type ExchangeRow, exchangesChannel } from "@litfass/platform/exchanges/exchange-sql";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Makes changes of exchanges wait for each other until the transaction ends. */
export async function lockExchanges(tx: Executor): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('exchanges'))`);
}

/** An exchange that staff configured; null if nobody changed one of this name. The installation's own, not a customer's. */
export async function findStoredExchange(db: Executor, name: string): Promise<ExchangeRow | null> {
  const { rows } = await db.execute<ExchangeRow>(sql`SELECT * FROM exchanges WHERE name = ${name}`);
  return rows[0] ?? null;
}

/** Stores an exchange in place of the one with the same name, and announces it to every ad server at the commit. */
export async function saveExchange(
  tx: Executor,
  row: Omit<ExchangeRow, "changed_at"> & { changedAt: Date },
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO exchanges (name, version, is_enabled, settings, profile, account, compresses_responses, registration_url, registration_user,
      secret_sealed, price_keys_sealed, registration_sealed, changed_at, changed_by)
    VALUES (${row.name}, ${row.version}, ${row.is_enabled}, ${JSON.stringify(row.settings)}::jsonb, ${row.profile},
      ${row.account}, ${row.compresses_responses}, ${row.registration_url}, ${row.registration_user}, ${row.secret_sealed}, ${row.price_keys_sealed},
      ${row.registration_sealed}, ${row.changedAt.toISOString()}::timestamptz, ${row.changed_by})
    ON CONFLICT (name) DO UPDATE SET version = excluded.version, is_enabled = excluded.is_enabled,
      settings = excluded.settings, profile = excluded.profile, account = excluded.account,
      compresses_responses = excluded.compresses_responses,
      registration_url = excluded.registration_url, registration_user = excluded.registration_user,
      secret_sealed = excluded.secret_sealed, price_keys_sealed = excluded.price_keys_sealed,
      registration_sealed = excluded.registration_sealed, changed_at = excluded.changed_at,
      changed_by = excluded.changed_by`);
  await tx.execute(sql`SELECT pg_notify(${exchangesChannel}, ${row.name})`);
}

export type TrafficRow = { exchange: string; requests: number; bids: number; wins: number; last_at: string | null };

/** Requests, bids and win notices by exchange since the hour of an instant; `last_at` is the last hour with requests. */
export async function listExchangeTraffic(db: Executor, since: Date): Promise<TrafficRow[]> {
  const { rows } = await db.execute<Record<keyof TrafficRow, string>>(sql`
    SELECT exchange, sum(requests) AS requests, sum(bids) AS bids, sum(wins) AS wins,
      max(hour_at) FILTER (WHERE requests > 0) AS last_at
    FROM exchange_traffic
    WHERE hour_at >= date_trunc('hour', ${since.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
    GROUP BY exchange ORDER BY exchange LIMIT 1000`);
  return rows.map(({ exchange, requests, bids, wins, last_at }) => ({
    exchange,
    requests: Number(requests),
    bids: Number(bids),
    wins: Number(wins),
    last_at,
  }));
}
