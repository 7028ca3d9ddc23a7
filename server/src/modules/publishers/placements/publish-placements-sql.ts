import type { PlacementSnapshot } from "@litfass/contract/adserver/placement-snapshot";
import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { type SQL, sql } from "drizzle-orm";

/** The fields of a snapshot as SQL; the type makes sure that none is missing. */
const fields: Record<keyof PlacementSnapshot, SQL> = {
  placementId: sql`l.id`,
  publisherId: sql`l.publisher_id`,
  siteKind: sql`s.kind`,
  site: sql`s.name`,
  sizes: sql`l.sizes`,
  floor: sql`l.floor_minor / 100.0`,
  currency: sql`p.currency`,
  allowedCategories: sql`l.allowed_categories`,
  blockedCategories: sql`l.blocked_categories`,
  blockedAdvertisers: sql`l.blocked_advertisers`,
  refreshSeconds: sql`l.refresh_seconds`,
  shares: sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('from', h.from_on, 'percent', h.percent)
    ORDER BY h.from_on DESC), '[]') FROM publisher_shares h WHERE h.publisher_id = p.id)`,
  fallback: sql`CASE WHEN l.fallback_hash IS NOT NULL THEN jsonb_build_object('hash', l.fallback_hash, 'width', l.fallback_width,
    'height', l.fallback_height, 'link', l.fallback_link, 'alt', l.fallback_alt) END`,
};
const snapshot = sql`jsonb_build_object(${sql.join(
  Object.entries(fields).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
  sql`, `,
)})`;

/**
 * Publishes the placements of a publisher to the ad servers, in the transaction of the change. A placement is live while
 * it, its verified site and its publisher are.
 */
export async function publishPlacements(tx: WriteTransaction, publisherId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO placement_snapshots AS known (placement_id, is_live, snapshot, changed_at)
    SELECT l.id, l.state = 'active' AND s.state = 'verified' AND s.removed_at IS NULL AND p.state = 'active', ${snapshot},
      now()
    FROM placements l JOIN publisher_sites s ON s.id = l.site_id JOIN publishers p ON p.id = l.publisher_id
    WHERE l.publisher_id = ${publisherId}
    ON CONFLICT (placement_id) DO UPDATE SET is_live = excluded.is_live, snapshot = excluded.snapshot,
      changed_at = excluded.changed_at
      WHERE (known.is_live, known.snapshot) IS DISTINCT FROM (excluded.is_live, excluded.snapshot)`);
}
