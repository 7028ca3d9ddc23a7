import type { AdRequest } from "./ad-request.ts";
import { type Bits, forEachBit } from "./bitset.ts";
import type { CampaignState } from "./campaign-state.ts";
import type { Engine } from "./engine.ts";
import { matchSlot, matchStages } from "./index-match.ts";

/**
 * Where a campaign's chances end, in the order of deciding. One chance is one slot of a bid request. The first seven
 * are how many got so far; of the others each chance that was looked at has exactly one.
 */
export const funnelCounters = [
  "seen",
  "technology",
  "place",
  "context",
  "site",
  "people",
  "format",
  "not_running",
  "no_budget",
  "refused",
  "below_floor",
  "no_format",
  "visibility",
  "pacing",
  "frequency_cap",
  "outbid",
  "bid",
] as const;
export type FunnelCounter = (typeof funnelCounters)[number];

/** A campaign's counts since they were last written down, by the place of the counter in the list. */
export type FunnelCounts = Float64Array;
export const newFunnelCounts = (): FunnelCounts => new Float64Array(funnelCounters.length);

const placeOf = Object.fromEntries(funnelCounters.map((counter, at) => [counter, at])) as Record<FunnelCounter, number>;

export const countChance = (counts: FunnelCounts, counter: FunnelCounter): void => {
  counts[placeOf[counter]]! += 1;
};

/** One of those that entered made the bid; all of them were counted as outbid before. */
export const countBid = (counts: FunnelCounts): void => {
  counts[placeOf.outbid]! -= 1;
  counts[placeOf.bid]! += 1;
};

/** Slots seen since the last sample, and when the next one is due. */
export type FunnelSample = { slots: number; nextMs: number };
export const newFunnelSample = (): FunnelSample => ({ slots: 0, nextMs: 0 });

/** Every campaign's way through the targeting is followed for some requests only, each standing for those since. */
const sampleMs = 100;

/** Follows this request through the targeting of all campaigns where a sample is due. Overwrites `scratch`. */
export function sampleFunnel(engine: Engine, request: AdRequest, nowMs: number): void {
  const { sample, index } = engine;
  sample.slots += request.slots.length;
  if (nowMs < sample.nextMs || request.slots.length === 0) return;
  const weight = sample.slots;
  sample.slots = 0;
  sample.nextMs = nowMs + sampleMs;
  const matching = index.all.slice();
  const states = index.campaigns.map((campaign) => engine.states.get(campaign.snapshot.campaignId));
  addTo(states, matching, "seen", weight);
  for (const { step, keep } of matchStages) {
    keep(index, request, matching, engine.scratch);
    addTo(states, matching, step, weight);
  }
  const fitting: Bits = new Uint32Array(index.words);
  for (const slot of request.slots) {
    matchSlot(index, slot, matching, fitting);
    addTo(states, fitting, "format", weight / request.slots.length);
  }
}

function addTo(states: (CampaignState | undefined)[], bits: Bits, counter: FunnelCounter, weight: number): void {
  const at = placeOf[counter];
  forEachBit(bits, (ordinal) => {
    const state = states[ordinal];
    if (state !== undefined) state.funnel[at]! += weight;
  });
}

/** What was counted since the last time, by campaign. */
export function takeFunnel(engine: Engine): Map<number, FunnelCounts> {
  const taken = new Map<number, FunnelCounts>();
  for (const state of engine.states.values()) {
    if (state.funnel.every((count) => count === 0)) continue;
    taken.set(state.campaignId, state.funnel);
    state.funnel = newFunnelCounts();
  }
  return taken;
}
