import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { placementOf, slotName } from "../auction/eligibility/eligibility.ts";
import type { SeenRates } from "../auction/purchasable-slots.ts";
import type { Traffic } from "../auction/traffic-sample.ts";
import { targetRate } from "../auction/viewability/viewability.ts";
import type { AdRequest } from "../kernel/ad-request.ts";

const sampledDays = 7;
const maxRequests = 5000;
const dayMs = 86_400_000;

/** Whose requests a sample is of: exchanges', or the operator's own tag's and publishers'. */
type TrafficKind = "exchanges" | "own";
const tables = { exchanges: sql`traffic_samples`, own: sql`own_traffic_samples` };

/** Saves the current hour of a process; called repeatedly until the hour ends. */
export async function saveTraffic(
  db: Executor,
  process: string,
  traffic: Traffic,
  kind: TrafficKind = "exchanges",
): Promise<void> {
  if (traffic.seen === 0) return;
  const { seen, bids, wins } = traffic;
  await db.execute(sql`
    INSERT INTO ${tables[kind]} (process, since_at, until_at, seen, bids, wins, requests)
    VALUES (${process}, ${new Date(traffic.sinceMs).toISOString()}, ${new Date(traffic.untilMs).toISOString()},
      ${seen}, ${bids}, ${wins}, ${JSON.stringify(traffic.requests)}::jsonb)
    ON CONFLICT (process, since_at) DO UPDATE SET until_at = excluded.until_at, seen = excluded.seen,
      bids = excluded.bids, wins = excluded.wins, requests = excluded.requests`);
}

/**
 * What ad servers have measured of the placements in a sample. One that nothing is known of counts as worth buying, because
 * ad servers try it.
 */
export async function readSeenRates(db: Executor, requests: AdRequest[]): Promise<SeenRates> {
  const placements = requests.flatMap(({ site, slots }) => slots.map((slot) => placementOf(site, slotName(slot))));
  const { rows } = await db.execute<Record<"placement" | "measured" | "viewable", string>>(sql`
    SELECT placement, measured, viewable FROM placement_visibility
    WHERE placement = ANY(${sql.param([...new Set(placements)])}::text[]) AND measured > 0`);
  const known = new Map(rows.map((row) => [row.placement, Number(row.viewable) / Number(row.measured)]));
  return { known, unknown: targetRate };
}

/** A sample of requests, requests per day, and outcomes of bids. */
export type TrafficSample = { requests: AdRequest[]; perDay: number; bids: number; wins: number };

/**
 * The sample of one kind of traffic of the last seven days, of all processes, about 5000 requests at most; hours
 * count by their traffic. Empty before the first hour is saved.
 */
export async function readTraffic(db: Executor, now: Date, kind: TrafficKind = "exchanges"): Promise<TrafficSample> {
  const since = new Date(now.getTime() - sampledDays * dayMs).toISOString();
  const totals = await db.execute<{
    seen: string;
    bids: string;
    wins: string;
    first: string | null;
    last: string | null;
  }>(
    sql`SELECT coalesce(sum(seen), 0) AS seen, coalesce(sum(bids), 0) AS bids, coalesce(sum(wins), 0) AS wins,
      min(since_at) AS first, max(until_at) AS last FROM ${tables[kind]} WHERE until_at >= ${since}`,
  );
  // Each hour of each process stores equally many requests, whatever its traffic. Busy hours give all of theirs, others
  // evenly spaced ones in proportion. The 95th percentile, because one extreme hour must not silence the others; the
  // phase (golden ratio) lets also hours with less than one request to give take their turn.
  const { rows } = await db.execute<{ request: AdRequest }>(sql`
    WITH hours AS (
      SELECT requests, seen / jsonb_array_length(requests)::float8 AS each_stands_for,
        (row_number() OVER (ORDER BY since_at, process) * 0.6180339887) % 1 AS phase
      FROM ${tables[kind]} WHERE until_at >= ${since} AND jsonb_array_length(requests) > 0
    ), busy AS (
      SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY each_stands_for) AS stands_for FROM hours
    ), shares AS (
      SELECT requests, phase, least(1, each_stands_for / stands_for) AS share FROM hours, busy
    ), total AS (
      SELECT sum(jsonb_array_length(requests) * share) AS requests FROM shares
    ), bounded AS (
      SELECT shares.requests, phase, share * least(1, ${maxRequests} / total.requests) AS share FROM shares, total
    )
    SELECT request FROM bounded, jsonb_array_elements(requests) WITH ORDINALITY AS stored (request, at)
    WHERE floor(at * share + phase) > floor((at - 1) * share + phase)`);
  const { seen = "0", bids = "0", wins = "0", first = null, last = null } = totals.rows[0] ?? {};
  const spanMs = first && last ? new Date(last).getTime() - new Date(first).getTime() : 0;
  // A few minutes say little about a day, so it counts as an hour at least.
  const days = Math.max(spanMs, dayMs / 24) / dayMs;
  return {
    requests: rows.map(({ request }) => request),
    perDay: Number(seen) / days,
    bids: Number(bids),
    wins: Number(wins),
  };
}
