import type { WriteTransaction } from "@litfass/platform/postgres/postgres";
import { sql } from "drizzle-orm";

/**
 * Publishes a publisher's sites to the ad servers, in the transaction of the change. A site is live while it is verified
 * and its publisher is active, with or without placements.
 */
export async function publishSites(tx: WriteTransaction, publisherId: number): Promise<void> {
  await tx.execute(sql`
    INSERT INTO publisher_site_snapshots AS known (site_id, publisher_id, host, is_live, changed_at)
    SELECT s.id, s.publisher_id, s.name, s.state = 'verified' AND s.removed_at IS NULL AND p.state = 'active', now()
    FROM publisher_sites s JOIN publishers p ON p.id = s.publisher_id
    WHERE s.publisher_id = ${publisherId} AND s.kind = 'site'
    ON CONFLICT (site_id) DO UPDATE SET is_live = excluded.is_live, changed_at = excluded.changed_at
      WHERE known.is_live IS DISTINCT FROM excluded.is_live`);
}
