// Non-null assertions: every campaign of the index has a state when `stateOf` is built.
import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Clock } from "@litfass/platform/clock";
import type { Random } from "@litfass/platform/random";
import { type CampaignIndex, compileIndex, compileIndexInSlices } from "./campaign-index/index-compile.ts";
import { type MatchScratch, newMatchScratch } from "./campaign-index/index-match.ts";
import { type CampaignState, newCampaignState } from "./campaign-state.ts";
import { type ClickRates, newClickRates } from "./click-rates.ts";
import { type Frequency, inMemoryFrequency } from "./frequency-cap/frequency.ts";
import { type FunnelSample, type FunnelTable, newFunnelSample, newFunnelTable, takeFunnel } from "./funnel.ts";
import { type LeaseBook, newLeaseBook } from "./lease.ts";
import { type AdjustmentSlots, everySlot } from "./pacing/adjustment-slots.ts";
import { type Adjustments, newAdjustments } from "./pacing/adjustments.ts";
import { newPace } from "./pacing/pacing.ts";
import { inMemoryAudiences, type RemarketingAudiences } from "./remarketing-audience.ts";
import { newSellerRegister, type SellerRegister } from "./seller-register.ts";
import { newTraffic, type Traffic } from "./traffic.ts";
import type { PlacementRates } from "./viewability/viewability.ts";
import { newViewabilityChanges, type ViewabilityChanges } from "./viewability/viewability-changes.ts";

/** The state a decision depends on. It has no I/O; clock and randomness are injected. */
export type Engine = {
  clock: Clock;
  random: Random;
  rates: CurrencyRates;
  index: CampaignIndex;
  states: Map<number, CampaignState>;
  /** The state of each campaign of the index, by its ordinal. */
  stateOf: CampaignState[];
  leases: LeaseBook;
  frequency: Frequency;
  audiences: RemarketingAudiences;
  placements: PlacementRates;
  clickRates: ClickRates;
  adjustments: Adjustments;
  adjustmentSlots: AdjustmentSlots;
  /** Sampled requests of the current hour. */
  traffic: Traffic;
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
    index: compileIndex([]),
    states: new Map(),
    stateOf: [],
    leases: newLeaseBook(),
    frequency: parts.frequency ?? inMemoryFrequency(),
    audiences: parts.audiences ?? inMemoryAudiences(),
    placements: new Map(),
    clickRates: newClickRates(),
    adjustments: newAdjustments(),
    adjustmentSlots: everySlot,
    traffic: newTraffic(parts.clock.now().getTime()),
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
  for (const { snapshot, priceMicros } of index.campaigns) {
    const state = engine.states.get(snapshot.campaignId);
    if (state === undefined) {
      engine.states.set(
        snapshot.campaignId,
        newCampaignState(snapshot.campaignId, snapshot.version, nowMs, priceMicros),
      );
      continue;
    }
    // A resumed campaign must not be adjusted twice in one slot.
    if (!state.isLive) state.pace = { ...newPace(nowMs, priceMicros), adjustedSlot: state.pace.adjustedSlot };
    else if (state.version !== snapshot.version) state.pace.plan = undefined;
    state.isLive = true;
    state.version = snapshot.version;
  }
  for (const state of engine.states.values()) if (!index.ordinals.has(state.campaignId)) state.isLive = false;
  const counted = takeFunnel(engine);
  engine.funnel = newFunnelTable(index.campaigns.length, counted);
  engine.index = index;
  engine.stateOf = index.campaigns.map(({ snapshot }) => engine.states.get(snapshot.campaignId)!);
  engine.scratch = newMatchScratch(index.words);
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
