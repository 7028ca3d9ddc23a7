import type { AdRequest, Slot } from "./ad-request.ts";
import type { CampaignState } from "./campaign-state.ts";
import type { Engine } from "./engine.ts";
import { openBids } from "./in-flight.ts";
import type { CompiledCampaign } from "./index-compile.ts";
import { hasRoom } from "./lease.ts";
import type { NoBidReason } from "./no-bid.ts";
import { categoryAndParent, domainAndParents } from "./normalise.ts";
import { allowedMicros, yieldPerEntry } from "./pacing.ts";
import { isWorthBuying, placementRate } from "./visibility.ts";

/** Where an ad would stand: what the rate of seen impressions is kept for. */
export const placementOf = (request: AdRequest, slot: Slot): string =>
  `${request.site} ${slot.kind === "video" ? "video" : (slot.sizes[0] ?? "")} ${slot.tagId}`.trim();

/** What a publisher refuses, prepared once for a request. */
export type Refusals = { categories: Set<string>; allowed: Set<string>; advertisers: Set<string> };

export const refusalsOf = (request: AdRequest): Refusals => ({
  categories: new Set(request.blockedCategories),
  allowed: new Set(request.allowedCategories),
  advertisers: new Set(request.blockedAdvertisers),
});

/** Why a campaign whose targeting fits does not take part now; undefined where it may. The cheap checks come first. */
export function whyNot(
  engine: Engine,
  request: AdRequest,
  slot: Slot,
  refusals: Refusals,
  campaign: CompiledCampaign,
  state: CampaignState,
  nowMs: number,
): NoBidReason | undefined {
  if (!state.isLive || nowMs < campaign.startMs || nowMs >= campaign.endMs) return "not_running";
  const refused = refusal(refusals, campaign);
  if (refused !== undefined) return refused;
  const { plan } = state.pace;
  const expected = openBids(state.inFlight, nowMs) * Math.min(yieldPerEntry(state.pace), campaign.priceMicros);
  const lease = engine.leases.current.get(campaign.snapshot.campaignId);
  if (plan === undefined || lease === undefined || lease.dayOn !== plan.dayOn) return "no_budget";
  if (!hasRoom(engine.leases, campaign.snapshot.campaignId, campaign.priceMicros + expected, nowMs)) return "no_budget";
  const { visitor } = request;
  if (campaign.snapshot.strategy === "awareness" && visitor.key !== "") {
    if (engine.frequency.isCapped(campaign.snapshot.campaignId, visitor.key, nowMs)) return "frequency_cap";
  }
  const needsVolume = state.pace.participation > 0.9;
  const rate = placementRate(engine.placements, placementOf(request, slot), slot.seenRate);
  if (!isWorthBuying(rate, state.visibility, needsVolume, nowMs, engine.random)) return "visibility";
  state.pace.chances++;
  const spentMicros = state.othersTodayMicros + lease.consumedMicros + expected;
  if (spentMicros + campaign.priceMicros > allowedMicros(plan, nowMs, campaign.priceMicros)) return "pacing";
  if (state.pace.participation < 1 && engine.random.number() >= state.pace.participation) return "pacing";
  return undefined;
}

function refusal(refusals: Refusals, { snapshot }: CompiledCampaign): NoBidReason | undefined {
  if (refusals.categories.size > 0 || refusals.allowed.size > 0) {
    const own = snapshot.iabCategories.flatMap(categoryAndParent);
    if (own.some((category) => refusals.categories.has(category))) return "blocked_category";
    if (refusals.allowed.size > 0 && !own.some((category) => refusals.allowed.has(category))) return "blocked_category";
  }
  if (refusals.advertisers.size > 0) {
    if (domainAndParents(snapshot.advertiserDomain).some((domain) => refusals.advertisers.has(domain))) {
      return "blocked_advertiser";
    }
  }
  return undefined;
}
