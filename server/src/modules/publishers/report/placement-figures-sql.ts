import type { Platform } from "@litfass/platform/platform";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/** Figures of a publisher's placements, whose access callers have checked. */

export type ReportedPlacement = { id: number; name: string; siteId: number; siteName: string };

/** All placements of a publisher, archived ones too: their figures stay. */
export async function listReportedPlacements(db: Executor, publisherId: number): Promise<ReportedPlacement[]> {
  const { rows } = await db.execute<{ id: string; name: string; site_id: string; site_name: string }>(sql`
    SELECT l.id, l.name, l.site_id, s.name AS site_name
    FROM placements l JOIN publisher_sites s ON s.id = l.site_id
    WHERE l.publisher_id = ${publisherId} ORDER BY l.id LIMIT 10000`);
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    siteId: Number(row.site_id),
    siteName: row.site_name,
  }));
}

type Period = { fromAt: Date; endAt: Date; timeZone: string };

type Requests = { placementId: number; day: string; requests: number; ads: number; fallbackAds: number };

/** Requests of the tag by placement and day of the period's time zone. */
export async function listRequests(
  db: Executor,
  publisherId: number,
  { fromAt, endAt, timeZone }: Period,
): Promise<Requests[]> {
  const { rows } = await db.execute<Record<"placement_id" | "day" | "requests" | "ads" | "fallback_ads", string>>(sql`
    SELECT t.placement_id, (t.hour_at AT TIME ZONE ${timeZone})::date::text AS day, sum(t.requests) AS requests,
      sum(t.ads) AS ads, sum(t.fallback_ads) AS fallback_ads
    FROM placements l JOIN placement_traffic t ON t.placement_id = l.id
    WHERE l.publisher_id = ${publisherId} AND t.hour_at >= ${fromAt.toISOString()}::timestamptz
      AND t.hour_at < ${endAt.toISOString()}::timestamptz
    GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 1000000`);
  return rows.map((row) => ({
    placementId: Number(row.placement_id),
    day: row.day,
    requests: Number(row.requests),
    ads: Number(row.ads),
    fallbackAds: Number(row.fallback_ads),
  }));
}

type Shown = {
  placementId: number;
  day: string;
  currency: string;
  impressions: number;
  viewable: number;
  clicks: number;
  micros: bigint;
};

const literal = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** What the placements showed and earned, by placement, day and currency. */
export async function listShown(
  { clickhouse }: Platform,
  placementIds: number[],
  { fromAt, endAt, timeZone }: Period,
): Promise<Shown[]> {
  if (placementIds.length === 0) return [];
  const result = await clickhouse.query({
    query: `select toString(h.placement_id) as id, toString(toDate(h.hour_at, {timeZone:String})) as day,
        toString(h.currency) as currency, toString(sum(h.impressions)) as impressions,
        toString(sum(h.viewable)) as viewable, toString(sum(h.clicks)) as clicks,
        toString(sum(h.publisher_micros)) as micros
      from placement_hours as h
      where h.placement_id in ({ids:Array(UInt64)}) and h.hour_at >= toDateTime({fromAt:String}, 'UTC')
        and h.hour_at < toDateTime({endAt:String}, 'UTC')
      group by id, day, currency order by id, day, currency limit 1000000 settings max_execution_time = 20`,
    query_params: { ids: placementIds, timeZone, fromAt: literal(fromAt), endAt: literal(endAt) },
    format: "JSONEachRow",
  });
  const rows =
    await result.json<Record<"id" | "day" | "currency" | "impressions" | "viewable" | "clicks" | "micros", string>>();
  return rows.map(({ id, day, currency, micros, ...counts }) => ({
    placementId: Number(id),
    day,
    currency,
    impressions: Number(counts.impressions),
    viewable: Number(counts.viewable),
    clicks: Number(counts.clicks),
    micros: BigInt(micros),
  }));
}
