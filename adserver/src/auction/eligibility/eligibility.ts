import type { AdRequest, Slot } from "../../kernel/ad-request.ts";
import { remembered, rememberedOf } from "../../kernel/memoize.ts";
import type { NoBidReason } from "../../kernel/no-bid.ts";
import { addPostings, type Bits, hasBit, type Postings } from "../campaign-index/bitset.ts";
import type { CampaignIndex, CompiledCampaign } from "../campaign-index/index-compile.ts";
import type { CampaignState } from "../campaign-state.ts";
import { clickPreference } from "../click-rates.ts";
import type { Engine } from "../engine.ts";
import { openBids } from "../in-flight.ts";
import { isUsable } from "../lease.ts";
import { allowedMicros, yieldPerEntry } from "../pacing/pacing.ts";
import { drawSlotRate, isWorthBuying, placementRate, type SlotRate } from "../viewability/viewability.ts";

/** A slot within its page: size and the publisher's own name for it. */
export const slotName = (slot: Slot): string =>
  nameOf(slot.kind === "video" ? "video" : (slot.sizes[0] ?? ""), slot.tagId);

const nameOf = (size: string, tagId: string): string => `${size} ${tagId}`.trimEnd();

/** Where an ad stands: what the rate of seen impressions is kept for. */
export const placementOf = (site: string, slot: string): string => `${site} ${slot}`;

const mostNames = 1_000;

/** A slot's name and those of its placements, for the slots and sites of a minute put together once. */
const namesOf = rememberedOf((sizes: string[]) =>
  remembered((tagId) => {
    const name = nameOf(sizes[0] ?? "", tagId);
    return { name, placementOn: remembered((site) => placementOf(site, name), mostNames) };
  }, mostNames),
);

/** All that a campaign's chances in one slot depend on, prepared once for all campaigns. */
export type SlotView = {
  request: AdRequest;
  slot: Slot;
  slotName: string;
  placement: string;
  rate: SlotRate;
  /** How much who wants clicks prefers this placement; 1 is as much as any. */
  clickPreference: number;
  nowMs: number;
  refusals: Refusals;
};

/** Campaigns that a publisher does not want, by the reason; undefined where there is none. */
export type Refusals = { category: Bits | undefined; advertiser: Bits | undefined };

type KnownRefusals = { index: CampaignIndex; allowed: string[]; advertisers: string[]; refusals: Refusals };
const knownRefusals = rememberedOf((_categories: string[]): { last: KnownRefusals | undefined } => ({
  last: undefined,
}));

/** Who is refused by a request's lists of categories and advertisers. A publisher's lists come with all its requests. */
export function refusalsOf(index: CampaignIndex, request: AdRequest): Refusals {
  const known = knownRefusals(request.blockedCategories);
  const { last } = known;
  const { allowedCategories: allowed, blockedAdvertisers: advertisers } = request;
  if (last?.index === index && last.allowed === allowed && last.advertisers === advertisers) return last.refusals;
  const refusals = findRefusals(index, request);
  known.last = { index, allowed, advertisers, refusals };
  return refusals;
}

function findRefusals({ ownCategories, ownDomains, words }: CampaignIndex, request: AdRequest): Refusals {
  const { blockedCategories, allowedCategories, blockedAdvertisers } = request;
  let category = unionOf(ownCategories, blockedCategories, words);
  if (allowedCategories.length > 0) {
    category ??= new Uint32Array(words);
    const allowed = unionOf(ownCategories, allowedCategories, words);
    for (let i = 0; i < words; i++) category[i]! |= ~(allowed?.[i] ?? 0);
  }
  return { category, advertiser: unionOf(ownDomains, blockedAdvertisers, words) };
}

function unionOf(values: Map<string, Postings>, wanted: string[], words: number): Bits | undefined {
  let union: Bits | undefined;
  for (const value of wanted) {
    const postings = values.get(value);
    if (postings === undefined) continue;
    union ??= new Uint32Array(words);
    addPostings(union, postings);
  }
  return union;
}

export function viewSlot(engine: Engine, request: AdRequest, slot: Slot, refusals: Refusals, nowMs: number): SlotView {
  const names = slot.kind === "video" ? undefined : namesOf(slot.sizes)(slot.tagId);
  const name = names?.name ?? slotName(slot);
  const placement = names?.placementOn(request.site) ?? placementOf(request.site, name);
  const rate = drawSlotRate(placementRate(engine.placements, placement, slot.seenRate), engine.random);
  return {
    request,
    slot,
    slotName: name,
    placement,
    rate,
    clickPreference: clickPreference(engine.clickRates, placement),
    nowMs,
    refusals,
  };
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
  const refused = refusedBy(view.refusals, campaign);
  if (refused !== undefined) return refused;
  if (!isWorthBuying(view.rate, state.visibility, pace.participation > 0.9, nowMs, engine.random)) return "visibility";
  // Who wants clicks takes more of the chances at places that bring them, the more so the more there is to choose from.
  const weight = campaign.prefersClicks ? 1 + (view.clickPreference - 1) * (1 - pace.participation) : 1;
  pace.chances += weight;
  const spentMicros = state.othersTodayMicros + lease.consumedMicros + expected;
  if (spentMicros + priceMicros > allowedMicros(plan, nowMs, priceMicros)) return "pacing";
  if (pace.participation < 1 && engine.random.number() >= pace.participation * weight) return "pacing";
  pace.entries++;
  const { key } = view.request.visitor;
  const isCapped = campaign.isCapped && key !== "";
  return isCapped && engine.frequency.isCapped(state.campaignId, key, nowMs) ? "frequency_cap" : undefined;
}

/** Why a publisher does not want this advertiser or what is advertised; undefined where it may come. */
export function refusedBy({ category, advertiser }: Refusals, { ordinal }: CompiledCampaign): NoBidReason | undefined {
  if (category !== undefined && hasBit(category, ordinal)) return "blocked_category";
  if (advertiser !== undefined && hasBit(advertiser, ordinal)) return "blocked_advertiser";
  return undefined;
}
