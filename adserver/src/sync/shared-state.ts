import type { Database } from "@litfass/platform/postgres/postgres";
import { newCampaignState } from "../auction/campaign-state.ts";
import { noteClicks } from "../auction/click-rates.ts";
import type { Engine } from "../auction/engine.ts";
import { placementRate } from "../auction/viewability/viewability.ts";
import { newViewabilityChanges } from "../auction/viewability/viewability-changes.ts";
import {
  addAudienceMembers,
  addFrequency,
  addViewability,
  databaseTime,
  listAudienceMembers,
  listCampaignViewability,
  listFrequency,
  listPlacementViewability,
} from "./shared-state-sql.ts";

/** Loads the viewability and clicks of placements and campaigns at the start. */
export async function loadViewability(db: Database, engine: Engine): Promise<void> {
  for (const { placement, impressions, viewable, clicks } of await listPlacementViewability(db)) {
    noteClicks(engine.clickRates, placement, impressions, clicks);
    const prior = placementRate(engine.placements, placement, undefined);
    engine.placements.set(placement, {
      seen: prior.seen + viewable,
      unseen: prior.unseen + Math.max(0, impressions - viewable),
    });
  }
  const nowMs = engine.clock.now().getTime();
  for (const { campaignId, impressions, viewable } of await listCampaignViewability(db)) {
    const state = engine.states.get(campaignId) ?? newCampaignState(campaignId, -1, nowMs, 1);
    state.viewability.impressions += impressions;
    state.viewability.viewable += viewable;
    if (!engine.states.has(campaignId)) {
      state.isLive = false;
      engine.states.set(campaignId, state);
    }
  }
}

/** Retention of visitors, as of their cookie. */
const retentionMs = 180 * 86_400_000;
/** Rows become visible when they are committed, which is later than their timestamp. */
const overlapMs = 10_000;

/**
 * Exchanges counts with other processes: saves new ones and reads those of all. Without Redis a cap can be exceeded by
 * what happens between two exchanges.
 */
export function syncSharedState(db: Database, engine: Engine): () => Promise<void> {
  let readTo: Date | undefined;
  return async () => {
    const changes = engine.viewabilityChanges;
    engine.viewabilityChanges = newViewabilityChanges();
    await addViewability(db, changes);
    await addFrequency(db, engine.frequency.takeChanges());
    await addAudienceMembers(db, engine.audiences.takeChanges());
    const now = await databaseTime(db);
    const since = new Date(readTo === undefined ? now.getTime() - retentionMs : readTo.getTime() - overlapMs);
    for (const { campaignId, visitorKey, impressions } of await listFrequency(db, since)) {
      engine.frequency.raise(campaignId, visitorKey, impressions);
    }
    for (const { visitorKey, ownerUid } of await listAudienceMembers(db, since)) {
      engine.audiences.note(visitorKey, ownerUid, false);
    }
    readTo = now;
  };
}
