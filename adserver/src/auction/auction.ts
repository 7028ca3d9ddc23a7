import { pageExchange } from "@litfass/contract/adserver/placement-snapshot";
import type { SnapshotCreative } from "@litfass/contract/adserver/snapshot";
import type { AdRequest, Slot } from "../kernel/ad-request.ts";
import type { NoBidReason } from "../kernel/no-bid.ts";
import { lowestPrice, roundPriceDown } from "./bid-price.ts";
import type { CompiledCampaign } from "./campaign-index/index-compile.ts";
import {
  type Matching,
  matchesAny,
  matchOpportunity,
  matchRequest,
  matchSlot,
  visitMatches,
} from "./campaign-index/index-match.ts";
import type { CampaignState } from "./campaign-state.ts";
import { creativeFor } from "./choose-creative.ts";
import { cheapestFee, type DataFee, highestWithData } from "./data-fee.ts";
import { coveredPart } from "./day-margin.ts";
import { openDealOf } from "./deals.ts";
import { refusalsOf, rejectionReason, type SlotView, viewSlot } from "./eligibility/eligibility.ts";
import type { Engine } from "./engine.ts";
import { type BidLimits, bidLimits, type CreativeTerms, currencyOf, termsOf } from "./exchange-terms.ts";
import { capOf } from "./frequency-cap/cap-of.ts";
import { countBid, countChance, funnelCounterOf, sampleFunnel } from "./funnel.ts";
import { noteBid } from "./in-flight.ts";
import { refusedSeller } from "./seller-register.ts";
import { curveKey, shadePrice } from "./shading.ts";
import { noteHint } from "./viewability/viewability.ts";

export type Bid = {
  slot: Slot;
  slotName: string;
  campaign: CompiledCampaign;
  creative: SnapshotCreative;
  /** Per thousand, in `currency`. */
  price: number;
  currency: string;
  /** The ID of the deal that it is made through; "" in the open auction. */
  deal: string;
  leaseId: string;
  atMs: number;
  /** Whether the winner pays its own bid, so that the placement's win rate is learned from it. */
  isFirstPrice: boolean;
  /** What the provider of the visitor's audience gets, as the ad's token has it; "" for nothing. */
  dataFee: string;
};

export type Decision = { bids: Bid[]; reasons: NoBidReason[] };

type Candidate = {
  campaign: CompiledCampaign;
  state: CampaignState;
  price: number;
  deal: string;
  /** What the bid is shaded within; undefined where it is not. */
  shades: { floor: number; highest: number; target: number } | undefined;
  value: number;
  data: DataFee | undefined;
};

/**
 * Evaluation starts at a random campaign and ends after `candidateTarget` candidates or `maxEvaluated` campaigns. Slots
 * of the same millisecond share the start, up to a limit, because neighboring campaigns are then in the processor's
 * cache.
 */
const candidateTarget = 8;
const maxEvaluated = 128;
const maxSlotsPerStart = 16;

/** At most one bid per slot. A slot without a bid reports the reason of the last evaluated campaign. */
export function decideBids(engine: Engine, request: AdRequest): Decision {
  const nowMs = request.atMs;
  const decision: Decision = { bids: [], reasons: [] };
  const terms = termsOf(engine.terms, request.exchange);
  const currency = currencyOf(terms, request.currencies, engine.rates);
  if (currency === undefined) return { bids: [], reasons: ["unsupported_currency"] };
  const limits = bidLimits(terms, currency, engine.rates);
  if (limits === undefined) return { bids: [], reasons: ["unsupported_currency"] };
  const refused = refusedSeller(engine.sellers, request);
  sampleFunnel(engine, request, nowMs, refused !== undefined);
  if (refused !== undefined) return { bids: [], reasons: [refused] };
  const matching = matchRequest(engine.index, request, engine.scratch);
  const refusals = refusalsOf(engine.index, request);
  for (const slot of request.slots) {
    if (terms.formats?.includes(slot.kind) === false) {
      decision.reasons.push("unsupported_slot");
      continue;
    }
    const found =
      slot.privateOnly && slot.deals.length === 0
        ? "private_auction"
        : bestFor(
            engine,
            viewSlot(engine, request, slot, refusals, nowMs),
            matching,
            currency,
            limits,
            terms.creatives,
            decision.bids,
          );
    if (found === "no_campaign") return { bids: [], reasons: [found] };
    if (typeof found === "string") decision.reasons.push(found);
    else decision.bids.push(found);
  }
  return decision;
}

function bestFor(
  engine: Engine,
  view: SlotView,
  matching: Matching,
  currency: string,
  limits: BidLimits,
  accepted: CreativeTerms | undefined,
  taken: Bid[],
): Bid | NoBidReason {
  const { slot, request, nowMs } = view;
  const floor = lowestPrice(slot.floor, slot.floorCurrency, currency, engine.rates);
  if (floor === undefined) return "unsupported_currency";
  let reason: NoBidReason = "no_format";
  let best: Candidate | undefined;
  let candidates = 0;
  let evaluated = 0;
  const firstWord = Math.floor(startOf(engine, nowMs) * engine.index.words);
  const fitting = matchOpportunity(engine.index, request.exchange, slot, engine.scratch);
  visitMatches(matching, fitting, firstWord, (ordinal) => {
    const campaign = engine.index.campaigns[ordinal];
    const state = engine.stateOf[ordinal];
    if (campaign === undefined || state === undefined) return true;
    const found = evaluate(engine, view, campaign, state, currency, limits, floor, accepted, taken);
    if (typeof found === "string") {
      reason = found;
      countChance(engine.funnel, ordinal, funnelCounterOf[found]);
    } else {
      candidates++;
      countChance(engine.funnel, ordinal, "outbid");
      if (best === undefined || found.value > best.value) best = found;
    }
    return ++evaluated < maxEvaluated && candidates < candidateTarget;
  });
  const winner = best as Candidate | undefined;
  if (evaluated === 0) {
    if (!matchesAny(matching, engine.index.all)) return "no_campaign";
    // What fits the slot but was not evaluated buys only through other deals.
    if (engine.index.hasDeals && matchesAny(matching, matchSlot(engine.index, slot))) return "no_deal";
  }
  if (winner === undefined) return reason;
  const creative = creativeFor(engine, slot, winner.campaign, accepted);
  if (creative === undefined) return "no_format";
  const { campaignId } = winner.campaign.snapshot;
  countBid(engine.funnel, winner.campaign.ordinal);
  noteBid(winner.state.inFlight, nowMs);
  winner.state.pace.bids++;
  if (capOf(engine.caps, winner.campaign) !== null && request.visitor.key !== "") {
    engine.frequency.noteBid(campaignId, request.visitor.key, nowMs);
  }
  noteHint(engine.placements, view.placement, slot.seenRate);
  return {
    slot,
    slotName: view.slotName,
    campaign: winner.campaign,
    creative,
    price: shadedPrice(engine, view, winner, currency),
    currency,
    deal: winner.deal,
    leaseId: engine.leases.current.get(campaignId)?.id ?? "",
    atMs: nowMs,
    isFirstPrice: winner.shades !== undefined,
    dataFee: winner.data?.packed ?? "",
  };
}

/** The candidate's price, shaded where it would be paid itself. */
function shadedPrice(engine: Engine, view: SlotView, { price, shades, state }: Candidate, currency: string): number {
  if (shades === undefined) return price;
  const { floor, highest, target } = shades;
  const shaded = shadePrice(engine.shading, curveKey(view.request.exchange, view.placement), {
    floor,
    highest,
    target,
    participation: state.pace.participation,
    perFranc: engine.rates.perFranc[currency] ?? 1,
    draw: engine.random.number(),
  });
  return Math.max(floor, roundPriceDown(shaded));
}

/** Where evaluation starts, as a fraction of all campaigns. */
function startOf({ start, random }: Engine, nowMs: number): number {
  if (start.atMs !== nowMs || start.slots >= maxSlotsPerStart) {
    start.atMs = nowMs;
    start.slots = 0;
    start.part = random.number();
  }
  start.slots++;
  return start.part;
}

/** A campaign's candidate for a slot, or its rejection reason. */
function evaluate(
  engine: Engine,
  view: SlotView,
  campaign: CompiledCampaign,
  state: CampaignState,
  currency: string,
  limits: BidLimits,
  floor: number,
  accepted: CreativeTerms | undefined,
  taken: Bid[],
): Candidate | NoBidReason {
  if (taken.length > 0 && taken.some((bid) => bid.campaign === campaign)) return "no_format";
  const { rates } = engine;
  const customerPrice = campaign.priceMicros / 1000;
  const data =
    campaign.dataFees === undefined
      ? undefined
      : cheapestFee(campaign.dataFees, view.request.visitor.segments, customerPrice, campaign.currency, rates);
  if (data === null) return "unsupported_currency";
  const limit = highestWithData(campaign, currency, rates, limits, limits.minimum, data);
  const { factor } = state.margin;
  let highest = factor === 1 ? limit : roundPriceDown(limit * factor);
  const { slot } = view;
  const open = openDealOf(engine, view, campaign, highest, currency);
  if (typeof open === "string") return open;
  if (open === undefined && slot.privateOnly) return "private_auction";
  const minPrice = open?.floor ?? floor;
  if (highest < minPrice || highest <= 0) return "below_floor";
  // The size already matched; creatives are only checked where the slot accepts some kinds.
  const { blockedAttributes } = slot;
  const isLimited = campaign.hasAttributes && blockedAttributes.length > 0;
  const takesAny = slot.kind === "banner" && slot.allowsHtml && slot.allowsImage && !isLimited;
  if (!takesAny && creativeFor(engine, slot, campaign) === undefined) {
    const fitsElse = isLimited && creativeFor(engine, { ...slot, blockedAttributes: [] }, campaign) !== undefined;
    if (fitsElse) return "blocked_attribute";
    return slot.kind === "native" ? "native_asset" : "no_format";
  }
  if (accepted !== undefined && creativeFor(engine, slot, campaign, accepted) === undefined) return accepted.reason;
  const refused = rejectionReason(engine, view, campaign, state);
  if (refused !== undefined) return refused;
  // The price of a deal is agreed, and a page pays for counted impressions only.
  if (open === undefined && limits.marginPercent > 0 && view.request.exchange !== pageExchange) {
    const covered = coveredPart(state.margin, (campaign.priceMicros * (100 - limits.marginPercent)) / 100);
    if (covered < 1) {
      state.margin.missed++;
      const part = limits.minimum.part * covered;
      const cautious = { part, less: limits.minimum.less };
      highest = Math.min(highest, highestWithData(campaign, currency, rates, limits, cautious, data));
      if (highest < minPrice || highest <= 0) return "below_floor";
    }
  }
  const isFirstPrice = open?.isFirstPrice ?? view.request.isFirstPrice;
  // Where the winner pays its own bid, the bid itself has to leave the target margin.
  const wanted = isFirstPrice
    ? Math.min(highest, highestWithData(campaign, currency, rates, limits, limits.target, data))
    : highest;
  const isFixed = open?.isFixed === true;
  const price = isFixed ? minPrice : Math.max(minPrice, roundPriceDown(wanted * state.pace.priceFactor));
  // Campaigns that need every chance to reach their share rank first.
  const value = price * (0.5 + state.pace.participation) * (0.95 + 0.1 * engine.random.number());
  const shades =
    isFirstPrice && !isFixed
      ? { floor: minPrice, highest: Math.max(minPrice, highest * state.pace.priceFactor), target: price }
      : undefined;
  return { campaign, state, price, deal: open?.id ?? "", shades, value, data };
}
