import type { CampaignSnapshot } from "@litfass/contract/adserver/snapshot";
import { type CurrencyRates, usualCurrencyRates } from "@litfass/contract/kernel/currency-rates";
import type { Clock } from "@litfass/platform/clock";
import type { Random } from "@litfass/platform/random";
import { type CampaignIndex, compileIndex, compileIndexInSlices } from "./campaign-index/index-compile.ts";
import { type MatchRoom, newMatchRoom } from "./campaign-index/index-match.ts";
import { type CampaignState, newCampaignState } from "./campaign-state.ts";
import { type ClickRates, newClickRates } from "./click-rates.ts";
import { type Frequency, memoryFrequency } from "./frequency-cap/frequency.ts";
import { type FunnelSample, type FunnelTable, newFunnelSample, newFunnelTable, takeFunnel } from "./funnel.ts";
import { type LeaseBook, newLeaseBook } from "./lease.ts";
import { type AdjustmentSlots, everySlot } from "./pacing/adjustment-slots.ts";
import { type Adjustments, newAdjustments } from "./pacing/adjustments.ts";
import { newPace } from "./pacing/pacing.ts";
import { type Contacts, memoryContacts } from "./remarketing-audience.ts";
import { newSellerRegister, type SellerRegister } from "./seller-register.ts";
import { newTraffic, type Traffic } from "./traffic.ts";
import type { PlacementRates } from "./viewability/viewability.ts";
import { newVisibilityChanges, type VisibilityChanges } from "./viewability/viewability-changes.ts";

/** All that a decision is made from: no SQL, no clock and no chance of its own. */
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
  contacts: Contacts;
  placements: PlacementRates;
  clickRates: ClickRates;
  adjustments: Adjustments;
  adjustmentSlots: AdjustmentSlots;
  /** What exchanges asked for in the running hour. */
  traffic: Traffic;
  sellers: SellerRegister;
  /** Counts since they were last written down. */
  visibilityChanges: VisibilityChanges;
  sample: FunnelSample;
  funnel: FunnelTable;
  /** Where looking at campaigns begins, for the slots of one millisecond. */
  start: { atMs: number; slots: number; part: number };
  /** Live processes, this one included: each takes its part of a day's plan. */
  processes: number;
  /** Room for set operations, as long as the index. */
  room: MatchRoom;
};

export type EngineParts = {
  clock: Clock;
  random: Random;
  rates?: CurrencyRates;
  frequency?: Frequency;
  contacts?: Contacts;
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
    frequency: parts.frequency ?? memoryFrequency(),
    contacts: parts.contacts ?? memoryContacts(),
    placements: new Map(),
    clickRates: newClickRates(),
    adjustments: newAdjustments(),
    adjustmentSlots: everySlot,
    traffic: newTraffic(parts.clock.now().getTime()),
    sellers: newSellerRegister(parts.rootDomain),
    visibilityChanges: newVisibilityChanges(),
    sample: newFunnelSample(),
    funnel: newFunnelTable(0),
    start: { atMs: 0, slots: 0, part: 0 },
    processes: 1,
    room: newMatchRoom(0),
  };
}

/** Puts a compiled index in the place of the last one and gives new campaigns a state. */
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
    // A campaign that goes on after a pause must not be adjusted twice in one slot.
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
  engine.room = newMatchRoom(index.words);
}

/** Compiles the index while requests are answered, then swaps it in. `yieldTurn` gives the event loop a turn. */
export async function loadCampaigns(
  engine: Engine,
  snapshots: CampaignSnapshot[],
  yieldTurn: () => Promise<unknown>,
): Promise<void> {
  swapIndex(engine, await compileIndexInSlices(snapshots, yieldTurn));
}

/** A paused campaign stops with the next request, before a new index is there. */
export function stopCampaign(engine: Engine, campaignId: number): void {
  const state = engine.states.get(campaignId);
  if (state !== undefined) state.isLive = false;
}
