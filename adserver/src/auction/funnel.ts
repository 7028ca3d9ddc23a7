import type { AdRequest } from "../kernel/ad-request.ts";
import { type Bits, forEachBit, keepCommon } from "./campaign-index/bitset.ts";
import type { CampaignIndex } from "./campaign-index/index-compile.ts";
import { type MatchRoom, matchRequest, matchSlot, matchSteps } from "./campaign-index/index-match.ts";

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
  "seller",
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

/** Counts of all campaigns of an index, counter by counter and in it by ordinal; and those of indexes before. */
export type FunnelTable = { counts: Float64Array; campaigns: number; before: Map<number, FunnelCounts> };

export const newFunnelTable = (campaigns: number, before = new Map<number, FunnelCounts>()): FunnelTable => ({
  counts: new Float64Array(campaigns * funnelCounters.length),
  campaigns,
  before,
});

const placeOf = Object.fromEntries(funnelCounters.map((counter, at) => [counter, at])) as Record<FunnelCounter, number>;

export const countChance = (table: FunnelTable, ordinal: number, counter: FunnelCounter): void => {
  table.counts[placeOf[counter] * table.campaigns + ordinal]! += 1;
};

/** One of those that entered made the bid; all of them were counted as outbid before. */
export const countBid = (table: FunnelTable, ordinal: number): void => {
  table.counts[placeOf.outbid * table.campaigns + ordinal]! -= 1;
  table.counts[placeOf.bid * table.campaigns + ordinal]! += 1;
};

/** A bid that was taken back, as its visitor has seen enough. What was written down already stays. */
export const countCappedBid = (table: FunnelTable, ordinal: number): void => {
  if (table.counts[placeOf.bid * table.campaigns + ordinal] === 0) return;
  table.counts[placeOf.bid * table.campaigns + ordinal]! -= 1;
  table.counts[placeOf.frequency_cap * table.campaigns + ordinal]! += 1;
};

/** Slots seen since the last sample, and when the next one is due. */
export type FunnelSample = { slots: number; nextMs: number };
export const newFunnelSample = (): FunnelSample => ({ slots: 0, nextMs: 0 });

/** The index that is counted for, and its counts. */
type Counting = { index: CampaignIndex; funnel: FunnelTable };

/** Every campaign's way through the targeting is followed for some requests only, each standing for those since. */
const sampleMs = 100;

/**
 * Follows this request through the targeting of all campaigns where a sample is due. Of one whose seller is refused, the
 * chances end there. Overwrites `room`.
 */
export function sampleFunnel(
  engine: Counting & { sample: FunnelSample; room: MatchRoom },
  request: AdRequest,
  nowMs: number,
  isRefused: boolean,
): void {
  const { sample, index } = engine;
  sample.slots += request.slots.length;
  if (nowMs < sample.nextMs || request.slots.length === 0) return;
  const weight = sample.slots;
  sample.slots = 0;
  sample.nextMs = nowMs + sampleMs;
  const matching = index.all.slice();
  const { funnel } = engine;
  addTo(funnel, matching, "seen", weight);
  const sets = matchRequest(index, request, engine.room);
  for (const step of matchSteps) {
    keepCommon(matching, sets[step]);
    addTo(funnel, matching, step, weight);
  }
  for (const slot of request.slots) {
    const fitting = matching.slice();
    keepCommon(fitting, matchSlot(index, slot));
    addTo(funnel, fitting, "format", weight / request.slots.length);
    if (isRefused) addTo(funnel, fitting, "seller", weight / request.slots.length);
  }
}

function addTo({ counts, campaigns }: FunnelTable, bits: Bits, counter: FunnelCounter, weight: number): void {
  const first = placeOf[counter] * campaigns;
  forEachBit(bits, (ordinal) => {
    counts[first + ordinal]! += weight;
  });
}

/** What was counted since the last time, by campaign. */
export function takeFunnel(engine: Counting): Map<number, FunnelCounts> {
  const { counts, campaigns, before } = engine.funnel;
  for (const { ordinal, snapshot } of engine.index.campaigns) {
    let sums = before.get(snapshot.campaignId);
    for (let at = 0; at < funnelCounters.length; at++) {
      const count = counts[at * campaigns + ordinal]!;
      if (count === 0) continue;
      if (sums === undefined) {
        sums = newFunnelCounts();
        before.set(snapshot.campaignId, sums);
      }
      sums[at]! += count;
    }
  }
  engine.funnel = newFunnelTable(campaigns);
  return before;
}
