import type { Database } from "@litfass/platform/postgres/postgres";
import type { AdUnitCounts } from "../serving/pages/ad-unit-counts.ts";
import { applyPlacements, applySites, type Placements } from "../serving/placements/placements.ts";
import { addAdUnitTraffic, addPlacementTraffic, listChangedPlacements, listChangedSites } from "./placement-sql.ts";
import { databaseTime } from "./shared-state-sql.ts";

/** Rows become visible when they are committed, which is later than their timestamp. */
const overlapMs = 30_000;

/** Loads the placements and verified sites that changed since the last call; all of them at first. */
export function syncPlacements(db: Database, placements: Placements): () => Promise<void> {
  let since = new Date(0);
  return async () => {
    const readAt = await databaseTime(db);
    applyPlacements(placements, await listChangedPlacements(db, since));
    applySites(placements, await listChangedSites(db, since));
    since = new Date(readAt.getTime() - overlapMs);
  };
}

/** Saves the requests since the last call; those that cannot be saved are saved later. */
export async function savePlacementTraffic(db: Database, { counts }: Placements, now: Date): Promise<void> {
  const taken = [...counts].map(([placementId, each]) => ({ placementId, ...each }));
  await addPlacementTraffic(db, taken, now);
  for (const { placementId, requests, ads, fallbackAds } of taken) {
    const left = counts.get(placementId);
    if (left === undefined) continue;
    left.requests -= requests;
    left.ads -= ads;
    left.fallbackAds -= fallbackAds;
    if (left.requests === 0) counts.delete(placementId);
  }
}

/** Saves the offers of ad units since the last call; those that cannot be saved are saved later. */
export async function saveAdUnitTraffic(db: Database, { counts }: AdUnitCounts, now: Date): Promise<void> {
  const taken = [...counts].map(([key, each]) => ({ key, ...each }));
  await addAdUnitTraffic(db, taken, now);
  for (const { key, requests, bids } of taken) {
    const left = counts.get(key);
    if (left === undefined) continue;
    left.requests -= requests;
    left.bids -= bids;
    if (left.requests === 0) counts.delete(key);
  }
}
