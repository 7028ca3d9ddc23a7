import type { AdRequest, Slot } from "./ad-request.ts";
import type { CampaignState } from "./campaign-state.ts";
import type { Engine } from "./engine.ts";
import { openBids } from "./in-flight.ts";
import type { CompiledCampaign } from "./index-compile.ts";
import { isUsable } from "./lease.ts";
import type { NoBidReason } from "./no-bid.ts";
import { allowedMicros, yieldPerEntry } from "./pacing.ts";
import { drawSlotRate, isWorthBuying, placementRate, type SlotRate } from "./visibility.ts";

/** A slot within its page: size and the publisher's own name for it. */
export const slotName = (slot: Slot): string =>
  `${slot.kind === "video" ? "video" : (slot.sizes[0] ?? "")} ${slot.tagId}`.trimEnd();

/** Where an ad stands: what the rate of seen impressions is kept for. */
export const placementOf = (site: string, slot: string): string => `${site} ${slot}`;

/** All that a campaign's chances in one slot depend on, prepared once for all campaigns. */
export type SlotView = {
  request: AdRequest;
  slot: Slot;
  slotName: string;
  placement: string;
  rate: SlotRate;
  nowMs: number;
  blockedCategories: Set<string>;
  allowedCategories: Set<string>;
  blockedAdvertisers: Set<string>;
};

type Refusals = Pick<SlotView, "blockedCategories" | "allowedCategories" | "blockedAdvertisers">;

export const refusalsOf = (request: AdRequest): Refusals => ({
  blockedCategories: new Set(request.blockedCategories),
  allowedCategories: new Set(request.allowedCategories),
  blockedAdvertisers: new Set(request.blockedAdvertisers),
});

export function viewSlot(engine: Engine, request: AdRequest, slot: Slot, refusals: Refusals, nowMs: number): SlotView {
  const name = slotName(slot);
  const placement = placementOf(request.site, name);
  const rate = drawSlotRate(placementRate(engine.placements, placement, slot.seenRate), engine.random);
  return { ...refusals, request, slot, slotName: name, placement, rate, nowMs };
}

/**
 * Why a campaign whose targeting fits does not take part now; undefined where it may. Counts the chance once only
 * pacing can say no, and the entry once pacing said yes: what comes after shows in what an entry brings in.
 */
export function whyNot(
  engine: Engine,
  view: SlotView,
  campaign: CompiledCampaign,
  state: CampaignState,
): NoBidReason | undefined {
  const { nowMs } = view;
  if (!state.isLive || nowMs < campaign.startMs || nowMs >= campaign.endMs) return "not_running";
  const { pace } = state;
  const { plan } = pace;
  const { priceMicros } = campaign;
  const lease = engine.leases.current.get(state.campaignId);
  if (plan === undefined || lease === undefined || lease.dayOn !== plan.dayOn) return "no_budget";
  const expected = openBids(state.inFlight, nowMs) * Math.min(yieldPerEntry(pace), priceMicros);
  if (!isUsable(lease, priceMicros + expected, nowMs)) return "no_budget";
  const refused = refusedBy(view, campaign);
  if (refused !== undefined) return refused;
  if (!isWorthBuying(view.rate, state.visibility, pace.participation > 0.9, nowMs, engine.random)) return "visibility";
  pace.chances++;
  const spentMicros = state.othersTodayMicros + lease.consumedMicros + expected;
  if (spentMicros + priceMicros > allowedMicros(plan, nowMs, priceMicros)) return "pacing";
  if (pace.participation < 1 && engine.random.number() >= pace.participation) return "pacing";
  pace.entries++;
  const { key } = view.request.visitor;
  const isCapped = campaign.snapshot.strategy === "awareness" && key !== "";
  return isCapped && engine.frequency.isCapped(state.campaignId, key, nowMs) ? "frequency_cap" : undefined;
}

/** Why a publisher does not want this advertiser or what is advertised; undefined where it may come. */
export function refusedBy(refusals: Refusals, campaign: CompiledCampaign): NoBidReason | undefined {
  const { blockedCategories, allowedCategories, blockedAdvertisers } = refusals;
  if (blockedCategories.size > 0 && hasAny(blockedCategories, campaign.ownCategories)) return "blocked_category";
  if (allowedCategories.size > 0 && !hasAny(allowedCategories, campaign.ownCategories)) return "blocked_category";
  if (blockedAdvertisers.size > 0 && hasAny(blockedAdvertisers, campaign.ownDomains)) return "blocked_advertiser";
  return undefined;
}

function hasAny(set: Set<string>, values: string[]): boolean {
  for (const value of values) if (set.has(value)) return true;
  return false;
}
