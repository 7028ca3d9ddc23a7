import type { AdRequest } from "../kernel/ad-request.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";
import { type Bits, forEachBit, intersect, subtract } from "./campaign-index/bitset.ts";
import type { CampaignIndex } from "./campaign-index/index-compile.ts";
import {
  type MatchScratch,
  matchOpportunity,
  matchRequest,
  matchSlot,
  matchSteps,
} from "./campaign-index/index-match.ts";

/**
 * Where a campaign's chances end, in the order of the decision. A chance is one slot of a bid request. The first seven
 * count how many got that far; every evaluated chance has exactly one of the others.
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
  "no_deal",
  "below_floor",
  "no_format",
  "visibility",
  "pacing",
  "frequency_cap",
  "outbid",
  "bid",
] as const;
export type FunnelCounter = (typeof funnelCounters)[number];

/** The funnel counter of a reason. Reasons that concern a whole request never reach a campaign. */
export const funnelCounterOf = {
  unreadable_request: "refused",
  unsupported_inventory: "refused",
  unsupported_currency: "below_floor",
  seat_not_allowed: "refused",
  transparency_not_shown: "refused",
  unknown_taxonomy: "refused",
  unauthorised_seller: "seller",
  broken_supply_chain: "seller",
  bot: "refused",
  data_centre: "refused",
  impossible_rate: "refused",
  too_late: "refused",
  overloaded: "refused",
  not_ready: "refused",
  exchange_disabled: "refused",
  unlisted_site: "refused",
  over_request_limit: "refused",
  private_auction: "refused",
  no_deal: "no_deal",
  unsupported_slot: "no_format",
  no_campaign: "no_format",
  no_format: "no_format",
  native_asset: "no_format",
  creative_not_approved: "no_format",
  creative_without_picture: "no_format",
  blocked_category: "refused",
  blocked_advertiser: "refused",
  blocked_attribute: "refused",
  language_not_allowed: "refused",
  not_running: "not_running",
  no_budget: "no_budget",
  frequency_cap: "frequency_cap",
  visibility: "visibility",
  pacing: "pacing",
  below_floor: "below_floor",
} as const satisfies Record<NoBidReason, FunnelCounter>;

/** A campaign's counts since they were last saved, in the order of `funnelCounters`. */
export type FunnelCounts = Float64Array;
export const newFunnelCounts = (): FunnelCounts => new Float64Array(funnelCounters.length);

/** Counts of an index by counter, then ordinal; and the counts left from earlier indexes. */
export type FunnelTable = { counts: Float64Array; campaigns: number; before: Map<number, FunnelCounts> };

export const newFunnelTable = (campaigns: number, before = new Map<number, FunnelCounts>()): FunnelTable => ({
  counts: new Float64Array(campaigns * funnelCounters.length),
  campaigns,
  before,
});

const placeOf = Object.fromEntries(funnelCounters.map((counter, at) => [counter, at])) as Record<FunnelCounter, number>;

function add({ counts, campaigns }: FunnelTable, counter: FunnelCounter, ordinal: number, amount: number): void {
  const at = placeOf[counter] * campaigns + ordinal;
  counts[at] = (counts[at] ?? 0) + amount;
}

export const countChance = (table: FunnelTable, ordinal: number, counter: FunnelCounter): void =>
  add(table, counter, ordinal, 1);

/** The winner was counted as outbid like every candidate; it is moved to bids. */
export const countBid = (table: FunnelTable, ordinal: number): void => {
  add(table, "outbid", ordinal, -1);
  add(table, "bid", ordinal, 1);
};

/** Moves an undone bid to the frequency cap. Saved counts are not changed. */
export const countCappedBid = (table: FunnelTable, ordinal: number): void => {
  if (table.counts[placeOf.bid * table.campaigns + ordinal] === 0) return;
  add(table, "bid", ordinal, -1);
  add(table, "frequency_cap", ordinal, 1);
};

/** Slots since the last sample, and when the next one is due. */
export type FunnelSample = { slots: number; nextMs: number };
export const newFunnelSample = (): FunnelSample => ({ slots: 0, nextMs: 0 });

/** An index and its counts. */
type Counting = { index: CampaignIndex; funnel: FunnelTable };

/** The targeting of all campaigns is only followed for sampled requests, each weighted by the requests since. */
const sampleMs = 100;

/** Counts the targeting steps of all campaigns for this request if a sample is due. Overwrites `scratch`. */
export function sampleFunnel(
  engine: Counting & { sample: FunnelSample; scratch: MatchScratch },
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
  const sets = matchRequest(index, request, engine.scratch);
  for (const step of matchSteps) {
    intersect(matching, sets[step]);
    addTo(funnel, matching, step, weight);
  }
  for (const slot of request.slots) {
    const fitting = matching.slice();
    intersect(fitting, matchSlot(index, slot));
    addTo(funnel, fitting, "format", weight / request.slots.length);
    if (isRefused) addTo(funnel, fitting, "seller", weight / request.slots.length);
    else if (index.hasDeals) {
      subtract(fitting, matchOpportunity(index, request.exchange, slot, engine.scratch));
      addTo(funnel, fitting, "no_deal", weight / request.slots.length);
    }
  }
}

function addTo(table: FunnelTable, bits: Bits, counter: FunnelCounter, weight: number): void {
  forEachBit(bits, (ordinal) => add(table, counter, ordinal, weight));
}

/** Takes the counts since the last call, by campaign. */
export function takeFunnel(engine: Counting): Map<number, FunnelCounts> {
  const { counts, campaigns, before } = engine.funnel;
  for (const { ordinal, snapshot } of engine.index.campaigns) {
    let sums = before.get(snapshot.campaignId);
    for (let at = 0; at < funnelCounters.length; at++) {
      const count = counts[at * campaigns + ordinal] ?? 0;
      if (count === 0) continue;
      if (sums === undefined) {
        sums = newFunnelCounts();
        before.set(snapshot.campaignId, sums);
      }
      sums[at] = (sums[at] ?? 0) + count;
    }
  }
  engine.funnel = newFunnelTable(campaigns);
  return before;
}
