import { placementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import type { Executor } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";
import type { AdUnitCount } from "../serving/pages/ad-unit-counts.ts";
import type { ChangedPlacement, PlacementCounts, VerifiedSite } from "../serving/placements/placements.ts";
import type { ListedSeller } from "../serving/sellers-json.ts";
import { rootDomain } from "./root-domain.ts";

/**
 * Placements that changed since a time, with a `snapshot` of `null` for those that show no ads any more: what they have offered
 * before still earns its share.
 */
export async function listChangedPlacements(db: Executor, since: Date): Promise<ChangedPlacement[]> {
  const { rows } = await db.execute<{ placement_id: string; is_live: boolean; snapshot: unknown }>(sql`
    SELECT placement_id, is_live, snapshot FROM placement_snapshots
    WHERE changed_at > ${since.toISOString()}::timestamptz LIMIT 1000000`);
  return rows.map(({ placement_id: id, is_live: isLive, snapshot }) => {
    // What a newer release published and this one cannot read shows no ads; the others go on.
    const read = placementSnapshot.safeParse(snapshot).data ?? null;
    return { placementId: Number(id), snapshot: isLive ? read : null, shares: read?.shares };
  });
}

/** Verified sites that changed since a time, `null` for those that are not verified any more. */
export async function listChangedSites(
  db: Executor,
  since: Date,
): Promise<{ siteId: number; site: VerifiedSite | null }[]> {
  const { rows } = await db.execute<{ site_id: string; publisher_id: string; host: string; is_live: boolean }>(sql`
    SELECT site_id, publisher_id, host, is_live FROM publisher_site_snapshots
    WHERE changed_at > ${since.toISOString()}::timestamptz LIMIT 1000000`);
  return rows.map(({ site_id: id, publisher_id: publisherId, host, is_live: isLive }) => ({
    siteId: Number(id),
    site: isLive ? { host, publisherId: Number(publisherId) } : null,
  }));
}

type PlacementTraffic = PlacementCounts & { placementId: number };

/** Adds requests to the current UTC hour. */
export async function addPlacementTraffic(db: Executor, counts: PlacementTraffic[], now: Date): Promise<void> {
  if (counts.length === 0) return;
  // Ordered, so that processes lock rows in the same order.
  const ordered = counts.toSorted((a, b) => a.placementId - b.placementId);
  const column = (name: keyof PlacementTraffic) => sql`${sql.param(ordered.map((each) => each[name]))}::bigint[]`;
  await db.execute(sql`
    INSERT INTO placement_traffic AS known (hour_at, placement_id, requests, ads, fallback_ads)
    SELECT date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${column("placementId")}, ${column("requests")}, ${column("ads")}, ${column("fallbackAds")})
    ON CONFLICT (placement_id, hour_at) DO UPDATE SET requests = known.requests + excluded.requests,
      ads = known.ads + excluded.ads, fallback_ads = known.fallback_ads + excluded.fallback_ads`);
}

/** Adds offers of ad units to the current UTC hour. */
export async function addAdUnitTraffic(db: Executor, counts: AdUnitCount[], now: Date): Promise<void> {
  if (counts.length === 0) return;
  const ordered = counts.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  const texts = (name: "site" | "unit") => sql`${sql.param(ordered.map((each) => each[name]))}::text[]`;
  const numbers = (name: "publisherId" | "requests" | "bids") =>
    sql`${sql.param(ordered.map((each) => each[name]))}::bigint[]`;
  await db.execute(sql`
    INSERT INTO ad_unit_traffic AS known (hour_at, publisher_id, site, unit, requests, bids)
    SELECT date_trunc('hour', ${now.toISOString()}::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', *
    FROM unnest(${numbers("publisherId")}, ${texts("site")}, ${texts("unit")}, ${numbers("requests")}, ${numbers("bids")})
    ON CONFLICT (publisher_id, hour_at, site, unit) DO UPDATE SET requests = known.requests + excluded.requests,
      bids = known.bids + excluded.bids`);
}

const orderOf = ({ publisherId, site, unit }: AdUnitCount): string => `${publisherId} ${site} ${unit}`;

const maxSellers = 100_000;

/**
 * The active publishers with a verified site or app, by seller ID. The domain of a publisher's business is that of its
 * first claim: nothing else was proved.
 */
export async function listSellers(db: Executor): Promise<ListedSeller[]> {
  type Row = { seller_id: string; name: string; is_confidential: boolean; domain: string };
  const { rows } = await db.execute<Row>(sql`
    SELECT p.seller_id, p.name, p.is_confidential, s.domain
    FROM publishers p JOIN LATERAL (
      SELECT domain FROM publisher_sites
      WHERE publisher_id = p.id AND state = 'verified' AND removed_at IS NULL ORDER BY id LIMIT 1
    ) s ON true
    WHERE p.state = 'active' ORDER BY p.seller_id LIMIT ${maxSellers}`);
  return rows.map(({ seller_id, name, is_confidential, domain }) => ({
    sellerId: seller_id,
    name,
    domain: rootDomain(domain),
    isConfidential: is_confidential,
  }));
}
