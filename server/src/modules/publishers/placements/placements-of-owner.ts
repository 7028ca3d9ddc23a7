import type { Executor } from "@litfass/platform/postgres/postgres";
import { todayOf } from "../publisher-access.ts";
import { findPublisherOf } from "../publisher-sql.ts";
import { listPlacementRows, type PlacementRow } from "./placement-sql.ts";

const most = 100;

/** The first placements of the publisher that belongs to a user, oldest first; none without a publisher. */
export async function placementsOfOwner(db: Executor, ownerUid: string, now: Date): Promise<PlacementRow[]> {
  const publisher = await findPublisherOf(db, ownerUid, todayOf(now));
  if (publisher === null) return [];
  const { rows } = await listPlacementRows(db, publisher.id, { page: 1, per_page: most });
  return rows.toReversed();
}
