import type { SnapshotCreative } from "@litfass/contract/snapshot";
import type { AdRequest, Slot } from "./ad-request.ts";
import { forEachBit, isEmpty } from "./bitset.ts";
import type { CampaignState } from "./campaign-state.ts";
import { bidCurrency, convert } from "./currency.ts";
import type { Engine } from "./engine.ts";
import { placementOf, type Refusals, refusalsOf, whyNot } from "./freshness.ts";
import { noteBid } from "./in-flight.ts";
import { type CompiledCampaign, videoFormat } from "./index-compile.ts";
import { matchRequest, matchSlot } from "./index-match.ts";
import type { NoBidReason } from "./no-bid.ts";
import { noteHint } from "./visibility.ts";

export type Bid = {
  slot: Slot;
  campaign: CompiledCampaign;
  creative: SnapshotCreative;
  /** Per thousand, in `currency`. */
  price: number;
  currency: string;
  leaseId: string;
  placement: string;
  atMs: number;
};

export type Decision = { bids: Bid[]; reasons: NoBidReason[] };

type Entrant = {
  campaign: CompiledCampaign;
  state: CampaignState;
  creative: SnapshotCreative;
  price: number;
  value: number;
};

/**
 * At most one bid for each slot. A slot without one has its reason: that of the campaign that came furthest.
 */
export function decideBids(engine: Engine, request: AdRequest): Decision {
  const nowMs = engine.clock.now().getTime();
  const decision: Decision = { bids: [], reasons: [] };
  const currency = bidCurrency(request.currencies, engine.rates);
  if (currency === undefined) return { bids: [], reasons: ["unsupported_currency"] };
  matchRequest(engine.index, request, engine.matching, engine.scratch);
  if (isEmpty(engine.matching)) return { bids: [], reasons: ["no_campaign"] };
  const refusals = refusalsOf(request);
  for (const slot of request.slots) {
    const found = bestFor(engine, request, slot, refusals, currency, nowMs, decision.bids);
    if (typeof found === "string") decision.reasons.push(found);
    else decision.bids.push(found);
  }
  return decision;
}

function bestFor(
  engine: Engine,
  request: AdRequest,
  slot: Slot,
  refusals: Refusals,
  currency: string,
  nowMs: number,
  taken: Bid[],
): Bid | NoBidReason {
  if (slot.privateOnly) return "private_auction";
  matchSlot(engine.index, slot, engine.matching, engine.candidates);
  if (isEmpty(engine.candidates)) return "no_format";
  const floor = convert(slot.floor, slot.floorCurrency, currency, engine.rates);
  if (floor === undefined) return "unsupported_currency";
  let reason: NoBidReason = "no_format";
  let best: Entrant | undefined;
  forEachBit(engine.candidates, (ordinal) => {
    const campaign = engine.index.campaigns[ordinal]!;
    const state = engine.states.get(campaign.snapshot.campaignId)!;
    const creative = creativeFor(engine, slot, campaign);
    if (creative === undefined || taken.some((bid) => bid.campaign === campaign)) return;
    const refused = whyNot(engine, request, slot, refusals, campaign, state, nowMs);
    if (refused !== undefined) {
      reason = refused;
      return;
    }
    const fullPrice = convert(campaign.priceMicros / 1000, campaign.snapshot.currency, currency, engine.rates) ?? 0;
    const price = Math.max(fullPrice * state.pace.priceFactor, Math.min(floor, fullPrice));
    if (price < floor || price <= 0) {
      reason = "below_floor";
      return;
    }
    state.pace.entries++;
    const value = price * urgencyOf(state) * (0.95 + 0.1 * engine.random.number());
    if (best === undefined || value > best.value) best = { campaign, state, creative, price, value };
  });
  const winner = best as Entrant | undefined;
  if (winner === undefined) return reason;
  const { campaignId, strategy } = winner.campaign.snapshot;
  noteBid(winner.state.inFlight, nowMs);
  winner.state.pace.bids++;
  if (strategy === "awareness" && request.visitor.key !== "") {
    engine.frequency.noteBid(campaignId, request.visitor.key, nowMs);
  }
  const placement = placementOf(request, slot);
  noteHint(engine.placements, placement, slot.seenRate);
  return {
    slot,
    campaign: winner.campaign,
    creative: winner.creative,
    price: Math.floor(winner.price * 10_000) / 10_000,
    currency,
    leaseId: engine.leases.current.get(campaignId)?.id ?? "",
    placement,
    atMs: nowMs,
  };
}

/** A campaign that must take every chance to reach its share goes before one that can choose. */
const urgencyOf = (state: CampaignState): number => 0.5 + state.pace.participation;

function creativeFor(engine: Engine, slot: Slot, campaign: CompiledCampaign): SnapshotCreative | undefined {
  const fitting: SnapshotCreative[] = [];
  if (slot.video !== undefined) {
    const { minSeconds, maxSeconds, contentTypes } = slot.video;
    for (const creative of campaign.creatives.get(videoFormat) ?? []) {
      const seconds = creative.durationSeconds ?? maxSeconds;
      const type = creative.contentType ?? "video/mp4";
      if (seconds < minSeconds || seconds > maxSeconds) continue;
      if (contentTypes.length === 0 || contentTypes.includes(type)) fitting.push(creative);
    }
  } else {
    for (const size of slot.sizes) {
      for (const creative of campaign.creatives.get(size) ?? []) {
        if (creative.kind === "image" ? slot.allowsImage : slot.allowsHtml) fitting.push(creative);
      }
    }
  }
  return fitting.length > 1 ? fitting[Math.floor(engine.random.number() * fitting.length)] : fitting[0];
}
