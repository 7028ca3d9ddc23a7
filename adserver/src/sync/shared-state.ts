import type { Database } from "@litfass/platform/postgres/postgres";
import { newCampaignState } from "../auction/campaign-state.ts";
import { noteClicks } from "../auction/click-rates.ts";
import type { Engine } from "../auction/engine.ts";
import { placementRate } from "../auction/viewability/viewability.ts";
import { newVisibilityChanges } from "../auction/viewability/viewability-changes.ts";
import {
  addContacts,
  addFrequency,
  addVisibility,
  databaseTime,
  listCampaignVisibility,
  listContacts,
  listFrequency,
  listPlacementVisibility,
} from "./shared-state-sql.ts";

/** How visible placements and campaigns were and how often they were clicked, all processes together, when this one starts. */
export async function loadVisibility(db: Database, engine: Engine): Promise<void> {
  for (const { placement, impressions, viewable, clicks } of await listPlacementVisibility(db)) {
    noteClicks(engine.clickRates, placement, impressions, clicks);
    const prior = placementRate(engine.placements, placement, undefined);
    engine.placements.set(placement, {
      seen: prior.seen + viewable,
      unseen: prior.unseen + Math.max(0, impressions - viewable),
    });
  }
  const nowMs = engine.clock.now().getTime();
  for (const { campaignId, impressions, viewable } of await listCampaignVisibility(db)) {
    const state = engine.states.get(campaignId) ?? newCampaignState(campaignId, -1, nowMs, 1);
    state.visibility.impressions += impressions;
    state.visibility.viewable += viewable;
    if (!engine.states.has(campaignId)) {
      state.isLive = false;
      engine.states.set(campaignId, state);
    }
  }
}

/** Visitors are forgotten after this long, as the cookie is. */
const rememberedMs = 180 * 86_400_000;
/** Rows become visible at their commit, some time after the instant they carry. */
const overlapMs = 10_000;

/**
 * Shares counts with the other processes: writes down what was learnt here since the last time and reads what all of
 * them know. Without Redis a cap can so be passed, by what happens in several processes within one round.
 */
export function shareMemory(db: Database, engine: Engine): () => Promise<void> {
  let readTo: Date | undefined;
  return async () => {
    const changes = engine.visibilityChanges;
    engine.visibilityChanges = newVisibilityChanges();
    await addVisibility(db, changes);
    await addFrequency(db, engine.frequency.takeChanges());
    await addContacts(db, engine.contacts.takeChanges());
    const now = await databaseTime(db);
    const since = new Date(readTo === undefined ? now.getTime() - rememberedMs : readTo.getTime() - overlapMs);
    for (const { campaignId, visitorKey, impressions } of await listFrequency(db, since)) {
      engine.frequency.raise(campaignId, visitorKey, impressions);
    }
    for (const { visitorKey, ownerUid } of await listContacts(db, since)) {
      engine.contacts.note(visitorKey, ownerUid, false);
    }
    readTo = now;
  };
}
