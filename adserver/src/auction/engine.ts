import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import { defaultCampaigns } from "@litfass/contract/settings/default-campaigns";
import type { Clock } from "@litfass/platform/clock";
import type { Random } from "@litfass/platform/random";
import {
  type CampaignIndex,
  type CompiledCampaign,
  compileIndex,
  compileIndexInSlices,
} from "./campaign-index/index-compile.ts";
import { type MatchScratch, newMatchScratch } from "./campaign-index/index-match.ts";
import { type CampaignState, newCampaignState } from "./campaign-state.ts";
import { type ClickRates, newClickRates } from "./click-rates.ts";
import type { ReservedDeals } from "./deals.ts";
import type { TermsByExchange } from "./exchange-terms.ts";
import type { FrequencyCaps } from "./frequency-cap/cap-of.ts";
import { type Frequency, inMemoryFrequency } from "./frequency-cap/frequency.ts";
import { type FunnelSample, type FunnelTable, newFunnelSample, newFunnelTable, takeFunnel } from "./funnel.ts";
import { type LeaseBook, newLeaseBook } from "./lease.ts";
import { type AdjustmentSlots, everySlot } from "./pacing/adjustment-slots.ts";
import { type Adjustments, newAdjustments } from "./pacing/adjustments.ts";
import { newPace } from "./pacing/pacing.ts";
import { inMemoryAudiences, type RemarketingAudiences } from "./remarketing-audience.ts";
import { newSellerRegister, type SellerRegister } from "./seller-register.ts";
import { newShading, type Shading } from "./shading.ts";
import { newTraffic, type Traffic } from "./traffic-sample.ts";
import type { PlacementRates } from "./viewability/viewability.ts";
import { newViewabilityChanges, type ViewabilityChanges } from "./viewability/viewability-changes.ts";

/** The state a decision depends on. It has no I/O; clock and randomness are injected. */
export type Engine = {
  clock: Clock;
  random: Random;
  rates: CurrencyRates;
  /** Fees and margins by exchange. */
  terms: TermsByExchange;
  reservedDeals: ReservedDeals;
  index: CampaignIndex;
  states: Map<number, CampaignState>;
  /** The state of each campaign of the index, by its ordinal. */
  stateOf: CampaignState[];
  leases: LeaseBook;
  /** The hosts that the operator allows third parties to use. */
  thirdPartyHosts: readonly string[];
  /** The operator's caps by strategy. */
  caps: FrequencyCaps;
  frequency: Frequency;
  audiences: RemarketingAudiences;
  placements: PlacementRates;
  clickRates: ClickRates;
  shading: Shading;
  adjustments: Adjustments;
  adjustmentSlots: AdjustmentSlots;
  /** Sampled requests of the current hour: of exchanges, and of the operator's own tag and publishers. */
  traffic: Traffic;
  ownTraffic: Traffic;
  sellers: SellerRegister;
  /** Counts since they were last saved. */
  viewabilityChanges: ViewabilityChanges;
  sample: FunnelSample;
  funnel: FunnelTable;
  /** Where evaluation starts, shared by the slots of one millisecond. */
  start: { atMs: number; slots: number; part: number };
  /** Live processes including this one; each takes its share of a day's plan. */
  processes: number;
  /** Scratch sets sized like the index. */
  scratch: MatchScratch;
};

export type EngineParts = {
  clock: Clock;
  random: Random;
  rates?: CurrencyRates;
  terms?: TermsByExchange;
  frequency?: Frequency;
  audiences?: RemarketingAudiences;
  /** The registrable domain of a host. */
  rootDomain: (host: string) => string;
};

export function createEngine(parts: EngineParts): Engine {
  return {
    clock: parts.clock,
    random: parts.random,
    rates: parts.rates ?? usualCurrencyRates,
    terms: parts.terms ?? new Map(),
    reservedDeals: new Map(),
    index: compileIndex([]),
    states: new Map(),
    stateOf: [],
    leases: newLeaseBook(),
    thirdPartyHosts: [],
    caps: defaultCampaigns.frequency_cap,
    frequency: parts.frequency ?? inMemoryFrequency(),
    audiences: parts.audiences ?? inMemoryAudiences(),
    placements: new Map(),
    clickRates: newClickRates(),
    shading: newShading(),
    adjustments: newAdjustments(),
    adjustmentSlots: everySlot,
    traffic: newTraffic(parts.clock.now().getTime()),
    ownTraffic: newTraffic(parts.clock.now().getTime()),
    sellers: newSellerRegister(parts.rootDomain),
    viewabilityChanges: newViewabilityChanges(),
    sample: newFunnelSample(),
    funnel: newFunnelTable(0),
    start: { atMs: 0, slots: 0, part: 0 },
    processes: 1,
    scratch: newMatchScratch(0),
  };
}

/** Replaces the index and creates state for new campaigns. */
export function swapIndex(engine: Engine, index: CampaignIndex): void {
  const nowMs = engine.clock.now().getTime();
  const stateOf = index.campaigns.map((campaign) => liveState(engine, campaign, nowMs));
  for (const state of engine.states.values()) if (!index.ordinals.has(state.campaignId)) state.isLive = false;
  const counted = takeFunnel(engine);
  engine.funnel = newFunnelTable(index.campaigns.length, counted);
  engine.index = index;
  engine.stateOf = stateOf;
  engine.scratch = newMatchScratch(index.words);
}

/** The state of a campaign of the new index, created or updated. */
function liveState(engine: Engine, { snapshot, priceMicros }: CompiledCampaign, nowMs: number): CampaignState {
  const known = engine.states.get(snapshot.campaignId);
  if (known === undefined) {
    const created = newCampaignState(snapshot.campaignId, snapshot.version, nowMs, priceMicros);
    engine.states.set(snapshot.campaignId, created);
    return created;
  }
  // A resumed campaign must not be adjusted twice in one slot.
  if (!known.isLive) known.pace = { ...newPace(nowMs, priceMicros), adjustedSlot: known.pace.adjustedSlot };
  else if (known.version !== snapshot.version) known.pace.plan = undefined;
  known.isLive = true;
  known.version = snapshot.version;
  return known;
}

/** Compiles the index in slices and swaps it in. `yieldTurn` lets the event loop answer requests in between. */
export async function loadCampaigns(
  engine: Engine,
  snapshots: CampaignSnapshot[],
  yieldTurn: () => Promise<unknown>,
): Promise<void> {
  swapIndex(engine, await compileIndexInSlices(snapshots, yieldTurn));
}

/** Stops a campaign at once, before a new index is compiled. */
export function stopCampaign(engine: Engine, campaignId: number): void {
  const state = engine.states.get(campaignId);
  if (state !== undefined) state.isLive = false;
}
