import type { AdRequest, Slot } from "../../kernel/ad-request.ts";
import { memoize, memoizeByRef } from "../../kernel/memoize.ts";
import type { NoBidReason } from "../../kernel/no-bid.ts";
import { addPostings, type Bits, hasBit, type Postings } from "../campaign-index/bitset.ts";
import type { CampaignIndex, CompiledCampaign } from "../campaign-index/index-compile.ts";
import { type CampaignState, spentToday } from "../campaign-state.ts";
import { clickPreference } from "../click-rates.ts";
import type { Engine } from "../engine.ts";
import { capOf } from "../frequency-cap/cap-of.ts";
import { openBids } from "../in-flight.ts";
import { isUsable } from "../lease.ts";
import { allowedMicros, yieldPerEntry } from "../pacing/pacing.ts";
import { drawSlotRate, isWorthBuying, placementRate, type SlotRate } from "../viewability/viewability.ts";

/** The name of a slot: its size and the publisher's tag ID. */
export const slotName = (slot: Slot): string =>
  nameOf(slot.kind === "banner" ? (slot.sizes[0] ?? "") : slot.kind, slot.tagId);

const nameOf = (size: string, tagId: string): string => `${size} ${tagId}`.trimEnd();

/** The key under which viewability and click rates are counted. */
export const placementOf = (site: string, slot: string): string => `${site} ${slot}`;

const maxNames = 1_000;

/** Slot and placement names, concatenated once per cached slot and site. */
const namesOf = memoizeByRef((sizes: string[]) =>
  memoize((tagId) => {
    const name = nameOf(sizes[0] ?? "", tagId);
    return { name, placementOn: memoize((site) => placementOf(site, name), maxNames) };
  }, maxNames),
);

/** What eligibility depends on in one slot, prepared once for all campaigns. */
export type SlotView = {
  request: AdRequest;
  slot: Slot;
  slotName: string;
  placement: string;
  rate: SlotRate;
  /** Click-rate weight of this placement; 1 is average. */
  clickPreference: number;
  nowMs: number;
  refusals: Refusals;
};

/** Campaigns that a publisher blocks, by reason; undefined if there are none. `languages` are those it allows. */
export type Refusals = { category: Bits | undefined; advertiser: Bits | undefined; languages: string[] };

type KnownRefusals = {
  index: CampaignIndex;
  allowed: string[];
  advertisers: string[];
  languages: string[];
  refusals: Refusals;
};
const knownRefusals = memoizeByRef((_categories: string[]): { last: KnownRefusals | undefined } => ({
  last: undefined,
}));

/** Campaigns blocked by a request's lists, cached because a publisher sends the same lists with every request. */
export function refusalsOf(index: CampaignIndex, request: AdRequest): Refusals {
  const known = knownRefusals(request.blockedCategories);
  const { last } = known;
  const { allowedCategories: allowed, blockedAdvertisers: advertisers, allowedLanguages: languages } = request;
  const isSame = last?.index === index && last.allowed === allowed && last.advertisers === advertisers;
  if (isSame && last.languages === languages) return last.refusals;
  const refusals = findRefusals(index, request);
  known.last = { index, allowed, advertisers, languages, refusals };
  return refusals;
}

function findRefusals({ ownCategories, ownDomains, words }: CampaignIndex, request: AdRequest): Refusals {
  const { blockedCategories, allowedCategories, blockedAdvertisers, allowedLanguages: languages } = request;
  let category = unionOf(ownCategories, blockedCategories, words);
  if (allowedCategories.length > 0) {
    category ??= new Uint32Array(words);
    const allowed = unionOf(ownCategories, allowedCategories, words);
    for (let i = 0; i < words; i++) category[i] = (category[i] ?? 0) | ~(allowed?.[i] ?? 0);
  }
  return { category, advertiser: unionOf(ownDomains, blockedAdvertisers, words), languages };
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
  const names = slot.kind !== "banner" ? undefined : namesOf(slot.sizes)(slot.tagId);
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
 * Why a matching campaign does not bid now; undefined if it may. A chance is counted once only pacing can reject it, an
 * entry once pacing accepted it: later rejections lower the yield per entry.
 */
export function rejectionReason(
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
  // A spot is heard: no player reports whether it was viewable.
  const isSeen = view.slot.kind !== "audio";
  if (isSeen && !isWorthBuying(view.rate, state.viewability, pace.participation > 0.9, nowMs, engine.random))
    return "visibility";
  // Click campaigns prefer placements with a high click rate, more strongly with more available supply.
  const weight = campaign.prefersClicks ? 1 + (view.clickPreference - 1) * (1 - pace.participation) : 1;
  pace.chances += weight;
  const spentMicros = spentToday(state, lease, engine.processes) + expected;
  if (spentMicros + priceMicros > allowedMicros(plan, nowMs, priceMicros)) return "pacing";
  if (pace.participation < 1 && engine.random.number() >= pace.participation * weight) return "pacing";
  pace.entries++;
  const { key } = view.request.visitor;
  const cap = capOf(engine.caps, campaign);
  if (cap === null || key === "") return undefined;
  return engine.frequency.isCapped(state.campaignId, key, nowMs, cap) ? "frequency_cap" : undefined;
}

/** Why a publisher blocks this campaign; undefined if it does not. */
export function refusedBy(refusals: Refusals, { ordinal, language }: CompiledCampaign): NoBidReason | undefined {
  const { category, advertiser, languages } = refusals;
  if (category !== undefined && hasBit(category, ordinal)) return "blocked_category";
  if (advertiser !== undefined && hasBit(advertiser, ordinal)) return "blocked_advertiser";
  if (languages.length > 0 && !languages.includes(language)) return "language_not_allowed";
  return undefined;
}
