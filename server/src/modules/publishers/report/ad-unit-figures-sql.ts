import type { AdUnitFigures } from "@litfass/events/index";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import { ownersOfSites } from "../sites/payees-of-sites-sql.ts";

/** Figures of ad units in pages' own auctions. Callers have checked the access to the publisher. */

type Owned = AdUnitFigures & { publisherId: number };

/**
 * Adds a batch's figures to those of the publishers that its media cost is booked for, in the same transaction. Sites that
 * only the operator has listed belong to no publisher.
 */
export async function addAdUnitFigures(tx: Executor, figures: AdUnitFigures[]): Promise<void> {
  if (figures.length === 0) return;
  const owners = await ownersOfSites(tx, [...new Set(figures.map(({ site }) => site))]);
  const owned = figures.flatMap((each): Owned[] => {
    const owner = owners.get(each.site);
    return owner === undefined ? [] : [{ ...each, publisherId: owner.publisherId }];
  });
  if (owned.length === 0) return;
  // Ordered, so that batches lock rows in the same order.
  const ordered = owned.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  const texts = (name: "site" | "unit" | "currency") => sql`${sql.param(ordered.map((each) => each[name]))}::text[]`;
  const counts = (name: "publisherId" | "impressions" | "viewable" | "clicks") =>
    sql`${sql.param(ordered.map((each) => each[name]))}::bigint[]`;
  const hours = sql`${sql.param(ordered.map((each) => new Date(each.hourMs).toISOString()))}::timestamptz[]`;
  const micros = sql`${sql.param(ordered.map((each) => each.micros.toString()))}::bigint[]`;
  await tx.execute(sql`
    INSERT INTO ad_unit_hours AS known (publisher_id, hour_at, site, unit, currency, impressions, viewable, clicks,
      publisher_micros)
    SELECT * FROM unnest(${counts("publisherId")}, ${hours}, ${texts("site")}, ${texts("unit")}, ${texts("currency")},
      ${counts("impressions")}, ${counts("viewable")}, ${counts("clicks")}, ${micros})
    ON CONFLICT (publisher_id, hour_at, site, unit, currency) DO UPDATE SET
      impressions = known.impressions + excluded.impressions, viewable = known.viewable + excluded.viewable,
      clicks = known.clicks + excluded.clicks, publisher_micros = known.publisher_micros + excluded.publisher_micros`);
}

const orderOf = ({ publisherId, hourMs, site, unit, currency }: Owned): string =>
  [publisherId, hourMs, site, unit, currency].join(" ");

type Period = { fromAt: Date; endAt: Date; timeZone: string };
type AdUnit = { site: string; unit: string; day: string };

/** What a publisher's ad units showed and earned, by day of the period's time zone and currency. */
export async function listAdUnitsShown(db: Executor, publisherId: number, { fromAt, endAt, timeZone }: Period) {
  type Row = Record<"site" | "unit" | "day" | "currency" | "impressions" | "viewable" | "clicks" | "micros", string>;
  const { rows } = await db.execute<Row>(sql`
    SELECT site, unit, (hour_at AT TIME ZONE ${timeZone})::date::text AS day, currency, sum(impressions) AS impressions,
      sum(viewable) AS viewable, sum(clicks) AS clicks, sum(publisher_micros) AS micros
    FROM ad_unit_hours WHERE publisher_id = ${publisherId} AND hour_at >= ${fromAt.toISOString()}::timestamptz
      AND hour_at < ${endAt.toISOString()}::timestamptz
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4 LIMIT 1000000`);
  return rows.map(
    (row): AdUnit & { currency: string; impressions: number; viewable: number; clicks: number; micros: bigint } => ({
      site: row.site,
      unit: row.unit,
      day: row.day,
      currency: row.currency,
      impressions: Number(row.impressions),
      viewable: Number(row.viewable),
      clicks: Number(row.clicks),
      micros: BigInt(row.micros),
    }),
  );
}

/** How often a publisher's ad units were offered, by day, and how often they got a bid. */
export async function listAdUnitRequests(
  db: Executor,
  publisherId: number,
  { fromAt, endAt, timeZone }: Period,
): Promise<(AdUnit & { requests: number; bids: number })[]> {
  const { rows } = await db.execute<Record<"site" | "unit" | "day" | "requests" | "bids", string>>(sql`
    SELECT site, unit, (hour_at AT TIME ZONE ${timeZone})::date::text AS day, sum(requests) AS requests, sum(bids) AS bids
    FROM ad_unit_traffic WHERE publisher_id = ${publisherId} AND hour_at >= ${fromAt.toISOString()}::timestamptz
      AND hour_at < ${endAt.toISOString()}::timestamptz
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3 LIMIT 1000000`);
  return rows.map(({ requests, bids, ...unit }) => ({ ...unit, requests: Number(requests), bids: Number(bids) }));
}
