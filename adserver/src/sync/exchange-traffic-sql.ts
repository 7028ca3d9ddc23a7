import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { ExchangeTraffic } from "../serving/exchange-access.ts";

/** Adds the counts since the last call to the current UTC hour; those that cannot be saved are counted again later. */
export async function saveExchangeTraffic(
  db: Executor,
  traffic: ReadonlyMap<string, ExchangeTraffic>,
  now: Date,
): Promise<void> {
  const taken = [...traffic].flatMap(([exchange, { saved, ...counts }]) => {
    const requests = counts.requests - saved.requests;
    const bids = counts.bids - saved.bids;
    const wins = counts.wins - saved.wins;
    return requests + bids + wins === 0 ? [] : [{ exchange, requests, bids, wins }];
  });
  if (taken.length === 0) return;
  // Ordered, so that processes lock rows in the same order.
  taken.sort((a, b) => (a.exchange < b.exchange ? -1 : 1));
  const column = (name: "requests" | "bids" | "wins") => sql.param(taken.map((counts) => counts[name]));
  await db.execute(sql`
    INSERT INTO exchange_traffic (hour_at, exchange, requests, bids, wins)
    SELECT date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${sql.param(taken.map(({ exchange }) => exchange))}::text[], ${column("requests")}::bigint[],
      ${column("bids")}::bigint[], ${column("wins")}::bigint[])
    ON CONFLICT (hour_at, exchange) DO UPDATE SET requests = exchange_traffic.requests + excluded.requests,
      bids = exchange_traffic.bids + excluded.bids, wins = exchange_traffic.wins + excluded.wins`);
  for (const { exchange, requests, bids, wins } of taken) {
    const saved = traffic.get(exchange)?.saved;
    if (saved === undefined) continue;
    saved.requests += requests;
    saved.bids += bids;
    saved.wins += wins;
  }
}

/** Adds the occurrences since the last call to the current UTC hour; those that cannot be saved are counted again later. */
export async function saveExchangeOccurrences(
  db: Executor,
  traffic: ReadonlyMap<string, ExchangeTraffic>,
  now: Date,
): Promise<void> {
  const taken = [...traffic].flatMap(([exchange, { occurrences }]) =>
    [...occurrences].map(([kind, count]) => ({ exchange, kind, count })),
  );
  if (taken.length === 0) return;
  // Ordered, so that processes lock rows in the same order.
  taken.sort((a, b) => (`${a.exchange} ${a.kind}` < `${b.exchange} ${b.kind}` ? -1 : 1));
  const column = (name: "exchange" | "kind" | "count") => sql.param(taken.map((each) => each[name]));
  await db.execute(sql`
    INSERT INTO exchange_occurrences (hour_at, exchange, kind, occurrences)
    SELECT date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${column("exchange")}::text[], ${column("kind")}::text[], ${column("count")}::bigint[])
    ON CONFLICT (exchange, hour_at, kind)
      DO UPDATE SET occurrences = exchange_occurrences.occurrences + excluded.occurrences`);
  for (const { exchange, kind, count } of taken) {
    const occurrences = traffic.get(exchange)?.occurrences;
    const left = (occurrences?.get(kind) ?? 0) - count;
    if (left > 0) occurrences?.set(kind, left);
    else occurrences?.delete(kind);
  }
}
