import type { Database } from "../platform/postgres.ts";
import { newCampaignState } from "./campaign-state.ts";
import type { Engine } from "./engine.ts";
import {
  addContacts,
  addFrequency,
  addVisibility,
  listCampaignVisibility,
  listContacts,
  listFrequency,
  listPlacementVisibility,
} from "./memory-sql.ts";
import { placementRate } from "./visibility.ts";
import { newVisibilityChanges } from "./visibility-changes.ts";

/** What must outlive a restart: how visible placements are, who saw what how often, who met whom. */
export async function loadMemory(db: Database, engine: Engine): Promise<void> {
  for (const { placement, impressions, viewable } of await listPlacementVisibility(db)) {
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
  for (const { campaignId, visitorKey, impressions } of await listFrequency(db)) {
    engine.frequency.noteImpression(campaignId, visitorKey, impressions);
  }
  for (const { visitorKey, ownerUid } of await listContacts(db)) engine.contacts.note(visitorKey, ownerUid, false);
}

/** Writes down what was learnt since the last time. What a crash loses of it is a few seconds of statistics. */
export async function saveMemory(db: Database, engine: Engine): Promise<void> {
  const changes = engine.visibilityChanges;
  engine.visibilityChanges = newVisibilityChanges();
  await addVisibility(db, changes);
  await addFrequency(db, engine.frequency.takeChanges());
  await addContacts(db, engine.contacts.takeChanges());
}
